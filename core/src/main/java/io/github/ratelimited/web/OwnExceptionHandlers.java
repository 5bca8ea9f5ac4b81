package io.github.ratelimited.web;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;

/** Which controllers have exception handlers of their own, looked for once in each. Safe for use by many threads. */
final class OwnExceptionHandlers {

    private final ConcurrentMap<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    boolean areBeside(HandlerMethod method) {
        return known.computeIfAbsent(
                method.getBeanType(), type -> new ExceptionHandlerMethodResolver(type).hasExceptionMappings());
    }
}
