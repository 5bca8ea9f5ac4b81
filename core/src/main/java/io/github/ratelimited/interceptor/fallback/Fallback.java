package io.github.ratelimited.interceptor.fallback;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

/**
 * The method that answers rejected calls of another.
 *
 * @param method the method
 * @param exceptionIndex where it takes the exception, -1 where it does not
 * @param bean whose method it is, {@code null} for that of the call
 */
public record Fallback(
        Method method, int exceptionIndex, @Nullable Supplier<Object> bean) {

    /**
     * {@return what a rejected call gives; other failures are not for fallbacks}
     *
     * @param fallback that of the limiter, {@code null} where it has none
     * @throws RateLimitExceededException where there is none
     */
    public static @Nullable Object answer(@Nullable Fallback fallback, MethodInvocation invocation, Decision decision)
            throws Throwable {
        RateLimitExceededException rejected = new RateLimitExceededException(decision);
        if (fallback == null) {
            throw rejected;
        }
        return fallback.answer(invocation, rejected);
    }

    private @Nullable Object answer(MethodInvocation invocation, RateLimitExceededException rejected) throws Throwable {
        Object receiver = bean != null ? bean.get() : own(invocation);
        Method callable = bean != null ? AopUtils.selectInvocableMethod(method, receiver.getClass()) : method;
        return AopUtils.invokeJoinpointUsingReflection(receiver, callable, arguments(invocation, rejected));
    }

    /** The bean behind its proxy, or the proxy where an interface, such as a repository, holds the method itself. */
    private Object own(MethodInvocation invocation) {
        Object target = invocation.getThis();
        return method.getDeclaringClass().isInstance(target) && target != null
                ? target
                : ((ProxyMethodInvocation) invocation).getProxy();
    }

    private @Nullable Object[] arguments(MethodInvocation invocation, RateLimitExceededException rejected) {
        if (exceptionIndex < 0) {
            return invocation.getArguments();
        }
        List<@Nullable Object> arguments = new ArrayList<>(Arrays.asList(invocation.getArguments()));
        arguments.add(exceptionIndex, rejected);
        return arguments.toArray();
    }
}
