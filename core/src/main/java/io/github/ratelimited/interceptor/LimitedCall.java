package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RequestHandlers;
import io.github.ratelimited.interceptor.fallback.Fallback;
import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;

/**
 * One call of a limited method.
 *
 * @param method what is known about the method
 * @param invocation the call
 * @param scope what is around the call, {@code null} for what is bound to its thread
 */
public record LimitedCall(
        LimitedMethod method,
        MethodInvocation invocation,
        @Nullable CallScope scope) {

    LimitedCall(LimitedMethod method, MethodInvocation invocation) {
        this(method, invocation, null);
    }

    /** Whether the method handles HTTP requests, so that clients decide what its arguments are. */
    boolean isOfRequestHandler() {
        return RequestHandlers.contains(
                AopUtils.getMostSpecificMethod(invocation.getMethod(), TargetClasses.of(invocation)));
    }

    LimitedCall within(CallScope scope) {
        return new LimitedCall(method, invocation, scope);
    }

    /**
     * What the call gives when it is decided on the spot. Can be asked for once.
     *
     * @param decision {@code null} for a call that is not limited
     */
    @Nullable
    Object outcome(@Nullable Decision decision) throws Throwable {
        return decision == null || decision.allowed() ? invocation.proceed() : refused(decision);
    }

    /** What the call gives when it is decided later or more than once: a second proceed would skip inner advice. */
    @Nullable
    Object laterOutcome(@Nullable Decision decision) throws Throwable {
        return decision == null || decision.allowed()
                ? ((ProxyMethodInvocation) invocation).invocableClone().proceed()
                : refused(decision);
    }

    /** What the call fails with, {@code null} for one that goes on or that its fallback answers. */
    @Nullable
    RateLimitExceededException refusal(@Nullable Decision decision) {
        return decision == null || decision.allowed() || method.fallback(decision.limiter()) != null
                ? null
                : new RateLimitExceededException(decision);
    }

    private @Nullable Object refused(Decision decision) throws Throwable {
        RateLimitExceededException refused = new RateLimitExceededException(decision);
        Fallback fallback = method.fallback(decision.limiter());
        if (fallback == null) {
            throw refused;
        }
        return fallback.answer(invocation, refused);
    }
}
