package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Permits of a limiter that only watches: taken where they are, and never in the way of a call.
 *
 * @param limiter the limiter with its key
 * @param permits permits to take, at least 0
 */
record ShadowRequest(RateLimiter limiter, long permits) {

    private static final Logger log = LoggerFactory.getLogger(ShadowRequest.class);

    void decide(DecisionListener listener) {
        try {
            listener.onDecision(watched(limiter.decide(permits, Duration.ZERO)));
        } catch (RuntimeException ex) {
            ignore(limiter.name(), ex);
        }
    }

    CompletableFuture<@Nullable Void> decideAsync(DecisionListener listener) {
        try {
            return limiter.decideAsync(permits, Duration.ZERO)
                    .thenAccept(decision -> listener.onDecision(watched(decision)))
                    .toCompletableFuture()
                    .exceptionally(failure -> {
                        ignore(limiter.name(), Decisions.cause(failure));
                        return null;
                    });
        } catch (RuntimeException ex) {
            ignore(limiter.name(), ex);
            return CompletableFuture.completedFuture(null);
        }
    }

    private static Decision watched(Decision decision) {
        return decision.allowed()
                ? decision
                : decision.but().allowed(true).basis(Basis.SHADOW).build();
    }

    /** A store that is down is told of elsewhere, once; all else is a mistake that would fail calls when enforced. */
    static void ignore(String limiter, Throwable failure) {
        if (failure instanceof RateLimiterUnavailableException) {
            log.debug("Rate limit '{}', which only watches, could not decide", limiter, failure);
        } else {
            log.warn("Rate limit '{}', which only watches, could not decide: {}", limiter, failure.toString());
        }
    }
}
