package io.github.ratelimited.interceptor;

import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Matches limited methods. Safe for use by many threads. */
final class LimitedMethodPointcut extends StaticMethodMatcherPointcut {

    private final RateLimitedMethods methods;

    LimitedMethodPointcut(RateLimitedMethods methods) {
        this.methods = methods;
        setClassFilter(this::isCandidate);
    }

    /**
     * Leaves out final classes: the check at start-up reports them together with all other mistakes, where a failing
     * proxy would fail the startup with this one alone.
     */
    private boolean isCandidate(Class<?> type) {
        return methods.mayLimit(type) && (!Modifier.isFinal(type.getModifiers()) || type.getInterfaces().length > 0);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return methods.isLimited(method, targetClass);
    }
}
