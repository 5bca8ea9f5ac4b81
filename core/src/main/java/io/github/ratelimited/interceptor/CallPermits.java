package io.github.ratelimited.interceptor;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.AudienceRequest;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.PermitRequest.Waiting;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** Works out which permits calls take, takes them, and notifies the listeners. Safe for use by many threads. */
final class CallPermits {

    private static final DecisionListener NOBODY = decision -> {};

    private final EvaluationContext shared;
    private final CallScope ofThread;
    private final DeclaredLimiters limiters;
    private final PermitTaker taker;
    private final Listeners listeners;

    /** Those who are notified on the thread of the call. */
    private final DecisionListener here;

    CallPermits(
            Expressions expressions, RateLimiters limiters, SettleFailures failures, List<DecisionListener> listeners) {
        this.shared = expressions.shared();
        this.ofThread = expressions.scope();
        this.limiters = new DeclaredLimiters(limiters);
        this.taker = new PermitTaker(limiters, failures);
        this.listeners = new Listeners(listeners);
        this.here = listeners.isEmpty() ? NOBODY : this.listeners;
    }

    /** A call, around which is what is bound to its thread. */
    LimitedCall call(LimitedMethod method, MethodInvocation invocation) {
        return new LimitedCall(method, invocation, shared, ofThread);
    }

    /** The permits, or {@code null} when no condition holds and the call is free. */
    private @Nullable PermitRequest permits(LimitedCall call) {
        PermitRequest request = ofLimits(call);
        return request == null || !call.method().hidesLimits()
                ? request
                : new AudienceRequest(request, limiter -> audience(limiter, call.method()));
    }

    private static Audience audience(String limiter, LimitedMethod method) {
        return method.limits().stream()
                .filter(limit -> limit.name().equals(limiter))
                .map(MethodLimit::audience)
                .findFirst()
                .orElse(Audience.CLIENT);
    }

    private @Nullable PermitRequest ofLimits(LimitedCall call) {
        List<MethodLimit> limits = call.method().limits();
        if (limits.size() == 1 && limits.get(0).mode() != LimiterMode.OFF) {
            return PermitRequest.of(new CallLimit(limits.get(0), call, limiters), taker);
        }
        List<CallLimit> uses = new ArrayList<>(limits.size());
        for (MethodLimit limit : limits) {
            if (limit.mode() != LimiterMode.OFF) {
                uses.add(new CallLimit(limit, call, limiters));
            }
        }
        return PermitRequest.of(uses, taker);
    }

    /** The decision, for which the thread may wait, or {@code null} for a call that is not limited. */
    @Nullable
    Decision now(LimitedCall call) {
        PermitRequest request = permits(call);
        return request == null ? null : asked(call, () -> request.decide(here));
    }

    /** What the call takes, to be settled by the caller of this; the thread may wait for it. */
    TakenPermits take(LimitedCall call) {
        PermitRequest request = permits(call);
        return request == null ? TakenPermits.NOTHING : asked(call, () -> request.take(here));
    }

    /**
     * What the call takes, when it is granted. Cancelling before that gives permits back.
     *
     * @param also is notified after the others, {@code null} for none
     */
    CompletableFuture<TakenPermits> later(LimitedCall call, @Nullable DecisionListener also) {
        return later(call, also, Waiting.ASYNC);
    }

    /** Like {@link #later}, but does not wait for limiters that only watch. */
    CompletableFuture<TakenPermits> atOnce(LimitedCall call) {
        return later(call, null, Waiting.AT_ONCE);
    }

    private CompletableFuture<TakenPermits> later(LimitedCall call, @Nullable DecisionListener also, Waiting waiting) {
        try {
            PermitRequest request = permits(call);
            return request == null
                    ? CompletableFuture.completedFuture(TakenPermits.NOTHING)
                    : asked(call, () -> request.take(waiting, listeners.onCall(also)));
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    /** The answer to a call, whose method failures name. */
    private static <T extends @Nullable Object> T asked(LimitedCall call, Supplier<T> asking) {
        try {
            return asking.get();
        } catch (IllegalArgumentException ex) {
            String message = "The rate limits of " + call.method().place() + " cannot be asked: " + ex.getMessage();
            throw ex instanceof ImpossiblePermitsException impossible
                    ? new ImpossiblePermitsException(message, impossible)
                    : new IllegalArgumentException(message, ex);
        }
    }
}
