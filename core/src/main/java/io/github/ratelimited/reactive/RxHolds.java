package io.github.ratelimited.reactive;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimiter;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;

/** What calls of a limiter really cost, settled on subscription. */
abstract class RxHolds extends RxBlocks {

    private final RateLimiter limiter;

    RxHolds(RateLimiter limiter) {
        super(limiter);
        this.limiter = limiter;
    }

    /**
     * Takes permits for a call whose cost is known only afterwards, as {@link RateLimiter#hold(long, Duration)} does.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was taken, to be settled once the cost is known, or
     *     {@link io.github.ratelimited.RateLimitExceededException}
     */
    public Single<Hold> hold(long permits, Duration timeout) {
        return RxAnswers.single(() -> limiter.holdAsync(permits, timeout));
    }

    /**
     * Counts permits that are used already, as {@link RateLimiter#charge(long)} does.
     *
     * @param permits permits that were used, at least 0
     * @return complete when they are counted, or nothing will count them
     */
    public Completable charge(long permits) {
        return RxAnswers.completable(() -> limiter.chargeAsync(permits));
    }
}
