package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Returnable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An answer that was there at once, for which nothing was reserved. As many permits go back as it took.
 *
 * @param <T> type of the result
 */
final class DecidedAtOnce<T> extends CompletableFuture<T> implements Returnable {

    private final StoreRateLimiter limiter;
    private final long permits;
    private final AtomicBoolean returned = new AtomicBoolean();

    DecidedAtOnce(StoreRateLimiter limiter, Decision decision, long permits, T result) {
        this.limiter = limiter;
        this.permits = decision.allowed() ? permits : 0;
        complete(result);
    }

    @Override
    public void takeBack() {
        if (permits > 0 && returned.compareAndSet(false, true)) {
            limiter.releaseAsync(permits);
        }
    }
}
