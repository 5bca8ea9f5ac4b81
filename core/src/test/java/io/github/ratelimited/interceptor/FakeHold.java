package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A hold of {@link FakeRateLimiters}, which keep a record of what it is settled with. */
record FakeHold(FakeRateLimiters limiters, String limiter, long taken, Decision decision, AtomicBoolean over)
        implements Hold {

    FakeHold(FakeRateLimiters limiters, String limiter, long taken, Decision decision) {
        this(limiters, limiter, taken, decision, new AtomicBoolean());
    }

    @Override
    public void settle(long actual) {
        if (actual < 0) {
            throw new IllegalArgumentException("negative: " + actual);
        }
        if (over.compareAndSet(false, true)) {
            limiters.settle(limiter, taken, actual);
        }
    }

    @Override
    public CompletionStage<Void> settleAsync(long actual) {
        settle(actual);
        return CompletableFuture.completedFuture(null);
    }
}
