package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.RateLimited;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

/**
 * Finds classes without any limit, most of an application, so that their methods are neither read nor remembered. Each
 * class of a hierarchy is scanned once, whichever classes extend it. Safe for use by many threads.
 */
final class LimitedClasses {

    private final ConcurrentMap<Class<?>, Boolean> limited = new ConcurrentHashMap<>();
    private final Predicate<Class<?>> scan;

    LimitedClasses() {
        this(LimitedClasses::declaresLimit);
    }

    /**
     * Starts without classes.
     *
     * @param scan whether a class, for itself, or a method that it declares is annotated
     */
    LimitedClasses(Predicate<Class<?>> scan) {
        this.scan = scan;
    }

    /** Whether the class, one above it or a method of any of them is annotated. */
    boolean contains(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, RateLimited.class)) {
            return false;
        }
        Boolean known = limited.get(type);
        if (known == null) {
            known = scan.test(type) || isAboveContained(type);
            limited.putIfAbsent(type, known);
        }
        return known;
    }

    private boolean isAboveContained(Class<?> type) {
        Class<?> superclass = type.getSuperclass();
        return (superclass != null && contains(superclass))
                || Arrays.stream(type.getInterfaces()).anyMatch(this::contains);
    }

    private static boolean declaresLimit(Class<?> type) {
        try {
            return isAnnotated(type)
                    || Arrays.stream(ReflectionUtils.getDeclaredMethods(type)).anyMatch(LimitedClasses::isAnnotated);
        } catch (IllegalStateException | LinkageError ex) {
            // A class that lacks an optional dependency is left to those who read its methods.
            return true;
        }
    }

    private static boolean isAnnotated(AnnotatedElement element) {
        return element.getAnnotations().length > 0
                && MergedAnnotations.from(element).isPresent(RateLimited.class);
    }
}
