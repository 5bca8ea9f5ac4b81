package io.github.ratelimited.interceptor.fallback;

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

/** The method that answers refused calls of another. Safe for use by many threads. */
public final class Fallback {

    private final Method method;
    private final int exceptionIndex;
    private final @Nullable Supplier<Object> bean;

    /**
     * Makes the fallback.
     *
     * @param exceptionIndex where the method takes the exception, -1 where it does not
     * @param bean whose method it is, {@code null} for that of the call
     */
    Fallback(Method method, int exceptionIndex, @Nullable Supplier<Object> bean) {
        this.method = method;
        this.exceptionIndex = exceptionIndex;
        this.bean = bean;
    }

    Method method() {
        return method;
    }

    @Nullable
    public Object answer(MethodInvocation invocation, RateLimitExceededException refused) throws Throwable {
        Object receiver = bean != null ? bean.get() : own(invocation);
        Method callable = bean != null ? AopUtils.selectInvocableMethod(method, receiver.getClass()) : method;
        return AopUtils.invokeJoinpointUsingReflection(receiver, callable, arguments(invocation, refused));
    }

    /** The bean behind its proxy, or the proxy where an interface, such as a repository, holds the method itself. */
    private Object own(MethodInvocation invocation) {
        Object target = invocation.getThis();
        return method.getDeclaringClass().isInstance(target) && target != null
                ? target
                : ((ProxyMethodInvocation) invocation).getProxy();
    }

    private @Nullable Object[] arguments(MethodInvocation invocation, RateLimitExceededException refused) {
        if (exceptionIndex < 0) {
            return invocation.getArguments();
        }
        List<@Nullable Object> arguments = new ArrayList<>(Arrays.asList(invocation.getArguments()));
        arguments.add(exceptionIndex, refused);
        return arguments.toArray();
    }
}
