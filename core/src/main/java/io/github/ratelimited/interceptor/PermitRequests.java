package io.github.ratelimited.interceptor;

import io.github.ratelimited.Audience;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.hold.AudienceRequest;
import io.github.ratelimited.hold.LimitUse;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.NullPermitsException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** Works out which permits a call needs. Safe for use by many threads. */
final class PermitRequests {

    private final Expressions expressions;
    private final DeclaredLimiters limiters;
    private final PermitTaker taker;

    PermitRequests(Expressions expressions, DeclaredLimiters limiters, SettleFailures failures) {
        this.expressions = expressions;
        this.limiters = limiters;
        this.taker = new PermitTaker(limiters.limiters(), failures);
    }

    /** The permits, or {@code null} when no condition holds and the call is free. */
    @Nullable
    PermitRequest of(LimitedCall call) {
        PermitRequest request = request(call);
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

    private @Nullable PermitRequest request(LimitedCall call) {
        EvaluationContext context = expressions.context(call.method().variables(), call.scope(), call.invocation());
        List<MethodLimit> limits = call.method().limits();
        if (limits.size() == 1 && limits.get(0).mode() != LimiterMode.OFF) {
            return PermitRequest.of(new Use(limits.get(0), call, context), taker);
        }
        List<LimitUse> uses = new ArrayList<>(limits.size());
        for (MethodLimit limit : limits) {
            if (limit.mode() != LimiterMode.OFF) {
                uses.add(new Use(limit, call, context));
            }
        }
        return PermitRequest.of(uses, taker);
    }

    /** A limit of a call. */
    private final class Use implements LimitUse {

        private final MethodLimit limit;
        private final LimitedCall call;
        private final EvaluationContext context;

        Use(MethodLimit limit, LimitedCall call, EvaluationContext context) {
            this.limit = limit;
            this.call = call;
            this.context = context;
        }

        @Override
        public String limiter() {
            return limit.name();
        }

        @Override
        public boolean watches() {
            return limit.mode() == LimiterMode.SHADOW;
        }

        @Override
        public boolean applies() {
            return limit.condition() == null || limit.condition().condition(context);
        }

        @Override
        public RateLimiter target() {
            RateLimiter limiter = withKey(limit, call, context);
            return limit.plan() == null
                    ? limiter
                    : limiter.withPlan(limit.plan().plan(context));
        }

        @Override
        public long permits() {
            try {
                return limit.permits() == null ? 1 : limit.permits().permits(context);
            } catch (NullPermitsException ex) {
                throw call.isOfRequestHandler()
                        ? new NullRequestKeyException(limit.name(), String.valueOf(ex.getMessage()))
                        : ex;
            }
        }

        @Override
        public @Nullable LimitExpression settle() {
            return limit.settle();
        }

        @Override
        public EvaluationContext context() {
            return context;
        }

        @Override
        public Duration timeout() {
            return limit.timeout();
        }
    }

    private RateLimiter withKey(MethodLimit limit, LimitedCall call, EvaluationContext context) {
        RateLimiter limiter = limiters.get(limit);
        LimitExpression key = limit.key();
        if (key == null) {
            return limiter;
        }
        try {
            return key.limiter(limiter, context, call.scope() != null ? call.scope() : expressions.scope());
        } catch (NullKeyException ex) {
            throw call.isOfRequestHandler()
                    ? new NullRequestKeyException(limit.name(), String.valueOf(ex.getMessage()))
                    : ex;
        }
    }
}
