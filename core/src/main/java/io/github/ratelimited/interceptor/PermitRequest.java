package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The permits that one call needs, worked out. */
interface PermitRequest {

    /**
     * Takes the permits, waiting as long as the timeout allows, and tells the listener.
     *
     * @return {@code null} where nothing can refuse
     */
    @Nullable
    Decision decide(DecisionListener listener);

    /** Like {@link #decide}, but never blocks. Cancelling gives the permits back. */
    CompletableFuture<@Nullable Decision> decideAsync(DecisionListener listener);

    /**
     * Permits of one limiter.
     *
     * @param limiter the limiter with its key
     * @param permits permits to take, at least 0
     * @param timeout longest wait
     */
    record Single(RateLimiter limiter, long permits, Duration timeout) implements PermitRequest {

        @Override
        public Decision decide(DecisionListener listener) {
            Decision decision = limiter.decide(permits, timeout);
            listener.onDecision(decision);
            return decision;
        }

        @Override
        public CompletableFuture<@Nullable Decision> decideAsync(DecisionListener listener) {
            return told(limiter.decideAsync(permits, timeout), listener);
        }
    }

    /**
     * Permits of several limiters, all or none.
     *
     * @param limiters where they belong
     * @param permits permits by limiter
     * @param timeout longest wait
     */
    record Joint(RateLimiters limiters, Map<RateLimiter, Long> permits, Duration timeout) implements PermitRequest {

        @Override
        public Decision decide(DecisionListener listener) {
            return told(limiters.decideEach(permits, timeout), listener);
        }

        private static Decision told(List<Decision> each, DecisionListener listener) {
            each.forEach(listener::onDecision);
            return each.get(0);
        }

        @Override
        public CompletableFuture<@Nullable Decision> decideAsync(DecisionListener listener) {
            return DerivedStage.of(
                    limiters.decideEachAsync(permits, timeout).toCompletableFuture(), each -> told(each, listener));
        }
    }

    private static CompletableFuture<@Nullable Decision> told(
            CompletionStage<Decision> stage, DecisionListener listener) {
        return DerivedStage.of(stage.toCompletableFuture(), decided -> {
            listener.onDecision(decided);
            return decided;
        });
    }
}
