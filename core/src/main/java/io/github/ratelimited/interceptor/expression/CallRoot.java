package io.github.ratelimited.interceptor.expression;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * What expressions know as {@code #root}.
 *
 * @param method the method that was called
 * @param target the bean, {@code null} where an interface has no implementation of its own
 * @param targetClass class of the bean as its user wrote it
 * @param args the arguments
 */
public record CallRoot(
        Method method,
        @Nullable Object target,
        Class<?> targetClass,
        @Nullable Object[] args) {}
