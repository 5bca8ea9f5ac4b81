package io.github.ratelimited.interceptor.fallback;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.invocation.KotlinNames;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/**
 * Keeps the fallbacks of limited methods in native images, where methods that are only called through reflection are
 * left out. Made by Spring ahead of time.
 */
public final class FallbackHints implements BeanRegistrationAotProcessor {

    /** Is made by Spring. */
    public FallbackHints() {}

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = TargetClasses.userClass(bean.getBeanClass());
        Set<String> fallbacks = AnnotationUtils.isCandidateClass(type, RateLimited.class) ? fallbacks(type) : Set.of();
        return fallbacks.isEmpty()
                ? null
                : (generation, code) -> fallbacks.forEach(fallback ->
                        register(generation.getRuntimeHints().reflection(), fallback, type, bean.getBeanFactory()));
    }

    private static Set<String> fallbacks(Class<?> type) {
        Set<String> fallbacks = new TreeSet<>();
        Stream.concat(Stream.of(type), Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type)))
                .flatMap(element ->
                        MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).stream(RateLimited.class))
                .map(annotation -> annotation.getString("fallback"))
                .filter(fallback -> !fallback.isEmpty())
                .forEach(fallbacks::add);
        return fallbacks;
    }

    private static void register(
            ReflectionHints hints, String fallback, Class<?> own, ConfigurableBeanFactory beanFactory) {
        int dot = fallback.lastIndexOf('.');
        boolean ofBean = fallback.startsWith("@") && dot > 1 && beanFactory.containsBean(fallback.substring(1, dot));
        Class<?> other = ofBean ? beanFactory.getType(fallback.substring(1, dot), false) : null;
        String name = fallback.startsWith("@") ? fallback.substring(dot + 1) : fallback;
        Class<?> type = other != null ? TargetClasses.userClass(other) : own;
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (KotlinNames.matches(method, name)) {
                hints.registerMethod(method, ExecutableMode.INVOKE);
            }
        }
    }
}
