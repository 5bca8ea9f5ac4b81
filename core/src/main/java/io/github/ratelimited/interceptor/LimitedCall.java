package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RequestHandlers;
import io.github.ratelimited.interceptor.expression.CallRoot;
import io.github.ratelimited.interceptor.expression.SharedContext;
import io.github.ratelimited.interceptor.fallback.Fallback;
import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.TypedValue;

/**
 * One call of a limited method, and what its expressions see. Borrows all but the call, so that it costs next to nothing.
 *
 * @param method what is known about the method
 * @param invocation the call
 * @param shared resolvers that all calls share
 * @param scope what is around the call
 */
public record LimitedCall(LimitedMethod method, MethodInvocation invocation, EvaluationContext shared, CallScope scope)
        implements SharedContext {

    @Override
    public @Nullable Object lookupVariable(String name) {
        Integer index = method.variables().indexes().get(name);
        return index != null ? invocation.getArguments()[index] : scope.find(name);
    }

    @Override
    public TypedValue getRootObject() {
        return new TypedValue(new CallRoot(
                invocation.getMethod(),
                invocation.getThis(),
                TargetClasses.userClass(TargetClasses.of(invocation)),
                invocation.getArguments().clone()));
    }

    /** Whether the method handles HTTP requests, so that clients decide what its arguments are. */
    boolean isOfRequestHandler() {
        return RequestHandlers.contains(
                AopUtils.getMostSpecificMethod(invocation.getMethod(), TargetClasses.of(invocation)));
    }

    LimitedCall within(CallScope other) {
        return new LimitedCall(method, invocation, shared, other);
    }

    /**
     * What the call gives when it is decided on the spot. Can be asked for once.
     *
     * @param decision {@code null} for a call that is not limited
     */
    @Nullable
    Object outcome(@Nullable Decision decision) throws Throwable {
        return decision == null || decision.allowed() ? invocation.proceed() : rejected(decision);
    }

    /** What the call gives when it is decided later or more than once: a second proceed would skip inner advice. */
    @Nullable
    Object laterOutcome(@Nullable Decision decision) throws Throwable {
        return decision == null || decision.allowed()
                ? ((ProxyMethodInvocation) invocation).invocableClone().proceed()
                : rejected(decision);
    }

    /** What the call fails with, {@code null} for one that goes on or that its fallback answers. */
    @Nullable
    RateLimitExceededException rejection(@Nullable Decision decision) {
        return decision == null || decision.allowed() || method.fallback(decision.limiter()) != null
                ? null
                : new RateLimitExceededException(decision);
    }

    private @Nullable Object rejected(Decision decision) throws Throwable {
        return Fallback.answer(method.fallback(decision.limiter()), invocation, decision);
    }
}
