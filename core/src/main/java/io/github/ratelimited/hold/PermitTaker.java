package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Takes what calls need: as holds where it is settled, else as decisions. Safe for use by many threads. */
public final class PermitTaker {

    private final RateLimiters limiters;
    private final SettleFailures failures;

    /**
     * Makes it for an application.
     *
     * @param failures is notified of calls whose cost cannot be evaluated
     */
    public PermitTaker(RateLimiters limiters, SettleFailures failures) {
        this.limiters = limiters;
        this.failures = failures;
    }

    private List<Decision> decide(CombinedLimits combined) {
        Map<RateLimiter, Long> permits = combined.permits();
        if (permits.size() > 1) {
            return limiters.decideEach(permits, combined.timeout());
        }
        Map.Entry<RateLimiter, Long> only = permits.entrySet().iterator().next();
        return List.of(only.getKey().decide(only.getValue(), combined.timeout()));
    }

    /** Takes permits, waiting for them as long as the call may. */
    public TakenPermits take(CombinedLimits combined) {
        if (!combined.isSettled()) {
            return TakenPermits.decided(decide(combined));
        }
        try {
            return taken(combined, limiters.hold(combined.permits(), combined.timeout()));
        } catch (RateLimitExceededException ex) {
            return TakenPermits.decided(ex.getDecisions());
        }
    }

    /** Like {@link #take}, but never blocks. Cancelling gives the permits back for as long as they are not there. */
    public CompletableFuture<TakenPermits> takeAsync(CombinedLimits combined) {
        Map<RateLimiter, Long> permits = combined.permits();
        if (combined.isSettled()) {
            CompletableFuture<Map<RateLimiter, Hold>> holds =
                    limiters.holdAsync(permits, combined.timeout()).toCompletableFuture();
            return CancellableStage.of(holds, (held, failure) -> taken(combined, held, failure));
        }
        // A single limiter as well: what its decideAsync decides within the process could not go back.
        CompletableFuture<List<Decision>> asked =
                limiters.decideEachAsync(permits, combined.timeout()).toCompletableFuture();
        return CancellableStage.of(asked, decisions -> TakenPermits.decided(decisions, asked));
    }

    private TakenPermits taken(CombinedLimits combined, Map<RateLimiter, Hold> holds, @Nullable Throwable failure) {
        if (failure instanceof RateLimitExceededException rejected) {
            return TakenPermits.decided(rejected.getDecisions());
        }
        if (failure != null) {
            throw new CompletionException(failure);
        }
        return taken(combined, holds);
    }

    private TakenPermits taken(CombinedLimits combined, Map<RateLimiter, Hold> holds) {
        return TakenPermits.held(holds.entrySet().stream()
                .map(each -> new TakenPermits.Held(each.getValue(), combined.of(each.getKey()), failures))
                .toList());
    }
}
