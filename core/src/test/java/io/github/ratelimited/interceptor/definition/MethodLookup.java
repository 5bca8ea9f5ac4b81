package io.github.ratelimited.interceptor.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Finds the limits of methods for tests. */
abstract class MethodLookup {

    final RateLimitedMethods methods =
            new RateLimitedMethods(new DefaultListableBeanFactory(), () -> SettingsPrecedence.NONE);

    final LimitedMethod find(Class<?> declaring, String name, Class<?> target) {
        Method method = Arrays.stream(declaring.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(name) && !candidate.isBridge())
                .findFirst()
                .orElseThrow();
        LimitedMethod found = methods.find(method, target);
        assertThat(found.findings()).isEmpty();
        return found;
    }

    final List<String> names(Class<?> declaring, String name) {
        return find(declaring, name, declaring).limits().stream()
                .map(MethodLimit::name)
                .toList();
    }
}
