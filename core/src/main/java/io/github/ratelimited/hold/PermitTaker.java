package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes what calls need, in a way that it can be settled or given back, as far as limiters can do that. Safe for use by
 * many threads.
 */
public final class PermitTaker {

    private final RateLimiters limiters;
    private final SettleFailures failures;

    /** Redisson's limiters hold nothing, which is known once they were asked. */
    private volatile boolean decidesOnly;

    /**
     * Makes it for an application.
     *
     * @param limiters decide
     * @param failures is notified of calls whose cost cannot be evaluated
     */
    public PermitTaker(RateLimiters limiters, SettleFailures failures) {
        this.limiters = limiters;
        this.failures = failures;
    }

    private List<Decision> decide(CombinedPermits shares) {
        Map<RateLimiter, Long> permits = shares.permits();
        if (permits.size() > 1) {
            return limiters.decideEach(permits, shares.timeout());
        }
        Map.Entry<RateLimiter, Long> only = permits.entrySet().iterator().next();
        return List.of(only.getKey().decide(only.getValue(), shares.timeout()));
    }

    /** Takes permits, waiting for them as long as the call may. */
    public Taken take(CombinedPermits shares) {
        if (!shares.isSettled()) {
            return Taken.decided(decide(shares));
        }
        try {
            return taken(shares, limiters.hold(shares.permits(), shares.timeout()));
        } catch (RateLimitExceededException ex) {
            return Taken.decided(ex.getDecisions());
        }
    }

    /** Like {@link #take}, but never blocks. Cancelling gives the permits back for as long as they are not there. */
    public CompletableFuture<Taken> takeAsync(CombinedPermits shares) {
        if (decidesOnly && !shares.isSettled()) {
            return decideAsync(shares);
        }
        CompletableFuture<Map<RateLimiter, Hold>> holds =
                limiters.holdAsync(shares.permits(), shares.timeout()).toCompletableFuture();
        if (!shares.isSettled() && failure(holds) instanceof UnsupportedOperationException) {
            decidesOnly = true;
            return decideAsync(shares);
        }
        return DerivedStage.made(holds, holds, (held, failure) -> taken(shares, held, failure));
    }

    private CompletableFuture<Taken> decideAsync(CombinedPermits shares) {
        return DerivedStage.of(
                limiters.decideEachAsync(shares.permits(), shares.timeout()).toCompletableFuture(), Taken::decided);
    }

    private static @Nullable Throwable failure(CompletableFuture<?> stage) {
        return stage.isCompletedExceptionally()
                ? stage.handle((value, failure) -> DerivedStage.causeOf(failure))
                        .join()
                : null;
    }

    private Taken taken(CombinedPermits shares, Map<RateLimiter, Hold> holds, @Nullable Throwable failure) {
        if (failure instanceof RateLimitExceededException refused) {
            return Taken.decided(refused.getDecisions());
        }
        if (failure != null) {
            throw new CompletionException(failure);
        }
        return taken(shares, holds);
    }

    private Taken taken(CombinedPermits shares, Map<RateLimiter, Hold> holds) {
        List<Decision> decisions = new ArrayList<>(holds.size());
        List<Taken.Held> held = new ArrayList<>(holds.size());
        holds.forEach((limiter, hold) -> {
            decisions.add(hold.decision());
            held.add(new Taken.Held(hold, shares.of(limiter)));
        });
        return new Taken(decisions, held, failures);
    }
}
