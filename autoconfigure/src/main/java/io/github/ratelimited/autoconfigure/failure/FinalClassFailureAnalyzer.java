package io.github.ratelimited.autoconfigure.failure;

import io.github.ratelimited.RateLimited;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopConfigException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.KotlinDetector;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Says which limited class is final. One that has interfaces may get a proxy of these, so it fails where it gets none. */
final class FinalClassFailureAnalyzer extends AbstractFailureAnalyzer<AopConfigException> {

    private static final Pattern NAMED = Pattern.compile("subclass of class ([^\\s:]+)");

    FinalClassFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, AopConfigException cause) {
        Matcher named = NAMED.matcher(String.valueOf(cause.getMessage()));
        Class<?> type = named.find() ? type(named.group(1)) : null;
        if (type == null || !Modifier.isFinal(type.getModifiers()) || !isLimited(type)) {
            return null;
        }
        return new FailureAnalysis(
                type.getName() + " has rate limits, but the class is final, so no proxy can intercept its calls",
                KotlinDetector.isKotlinType(type)
                        ? "Write open, or use the compiler plugin kotlin-spring."
                        : "Remove final.",
                cause);
    }

    private static @Nullable Class<?> type(String name) {
        try {
            return ClassUtils.forName(name, null);
        } catch (ClassNotFoundException | LinkageError ex) {
            return null;
        }
    }

    private static boolean isLimited(Class<?> type) {
        return Stream.concat(Stream.of(type), Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type)))
                .anyMatch(element -> MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
                        .isPresent(RateLimited.class));
    }
}
