package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiters;
import java.util.List;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * Takes the permits of a call before it goes on, and refuses it where there are none. Safe for use by many threads.
 */
public final class RateLimitInterceptor implements MethodInterceptor {

    private final RateLimitedMethods methods;
    private final Supplier<PermitRequests> requests;
    private final Supplier<List<DecisionListener>> listeners;

    /**
     * Makes the interceptor.
     *
     * @param methods the limits of all methods
     * @param limiters where permits are taken, asked for with the first call
     * @param listeners are told of each decision in their order, asked for with the first decision
     */
    public RateLimitInterceptor(
            RateLimitedMethods methods,
            ObjectProvider<RateLimiters> limiters,
            ObjectProvider<DecisionListener> listeners) {
        this.methods = methods;
        this.requests =
                SingletonSupplier.of(() -> new PermitRequests(methods, new DeclaredLimiters(limiters.getObject())));
        this.listeners = SingletonSupplier.of(() -> listeners.orderedStream().toList());
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        LimitedMethod method = methods.find(invocation);
        if (method.isLimited()) {
            method.requireNoFindings();
            acquire(method, invocation);
        }
        return invocation.proceed();
    }

    private void acquire(LimitedMethod method, MethodInvocation invocation) {
        @Nullable PermitRequest request = requests.get().of(method, invocation);
        if (request == null) {
            return;
        }
        Decision decision = decide(request, method);
        for (DecisionListener listener : listeners.get()) {
            listener.onDecision(decision);
        }
        if (!decision.allowed()) {
            throw new RateLimitExceededException(decision);
        }
    }

    private static Decision decide(PermitRequest request, LimitedMethod method) {
        try {
            return request.decide();
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(
                    "The rate limits of " + method.place() + " cannot be asked: " + ex.getMessage(), ex);
        }
    }
}
