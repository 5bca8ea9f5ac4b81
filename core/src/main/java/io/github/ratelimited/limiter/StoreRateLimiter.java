package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.KeyText;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageMemo;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A name and a key of {@link StoreRateLimiters}.
 *
 * @param limiters where it belongs
 * @param inForce tells the limit in force as far as this process knows
 * @param limiterKey name and key
 * @param memo what the store has noted about it
 */
record StoreRateLimiter(
        StoreRateLimiters limiters, Supplier<@Nullable RateLimit> inForce, LimiterKey limiterKey, UsageMemo memo)
        implements RateLimiter {

    @Override
    public String name() {
        return limiterKey.limiter();
    }

    @Override
    public String key() {
        return limiterKey.key();
    }

    @Override
    public RateLimit limit() {
        return join(find());
    }

    @Override
    public CompletionStage<RateLimit> limitAsync() {
        return answer(find());
    }

    private CompletionStage<RateLimit> find() {
        RateLimit limit = inForce.get();
        return limit != null
                ? CompletableFuture.completedFuture(limit)
                : limiters.limits().load(name());
    }

    @Override
    public RateLimiter forKey(Object key) {
        try {
            return new StoreRateLimiter(
                    limiters, inForce, new LimiterKey(name(), KeyText.shortOf(key)), new UsageMemo());
        } catch (KeyText.Missing ex) {
            throw new NullKeyException(name(), String.valueOf(ex.getMessage()));
        }
    }

    @Override
    public boolean trySetRate(RateLimit limit) {
        return join(limiters.limits().trySet(name(), limit));
    }

    @Override
    public CompletionStage<Boolean> trySetRateAsync(RateLimit limit) {
        return answer(limiters.limits().trySet(name(), limit));
    }

    @Override
    public void setRate(RateLimit limit) {
        join(limiters.limits().set(name(), limit));
    }

    @Override
    public CompletionStage<Void> setRateAsync(RateLimit limit) {
        return answer(limiters.limits().set(name(), limit));
    }

    @Override
    public void clearRate() {
        join(limiters.limits().clear(name()));
    }

    @Override
    public CompletionStage<Void> clearRateAsync() {
        return answer(limiters.limits().clear(name()));
    }

    @Override
    public boolean isRateSet() {
        return limiters.limits().isSet(name());
    }

    /** What is asked for, or {@code null} while the limit is not known here. */
    private @Nullable Demand demand(long permits) {
        RateLimit limit = inForce.get();
        return limit == null ? null : Demand.checked(limiterKey, limit, permits);
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        Demand demand = demand(permits);
        Decision decision = limiters.decideNow(demand, memo, timeout);
        return decision != null ? decision : ask(demand, permits, timeout);
    }

    @Override
    public boolean tryAcquire(long permits, Duration timeout) {
        if (limiters.isWatched()) {
            return decide(permits, timeout).allowed();
        }
        Demand demand = demand(permits);
        Boolean taken = limiters.takeNow(demand, memo, timeout);
        return taken != null ? taken : ask(demand, permits, timeout).allowed();
    }

    private Decision ask(@Nullable Demand demand, long permits, Duration timeout) {
        CompletableFuture<Decision> answer = ask(demand, permits, timeout, Runnable::run, Function.identity());
        if (StoreRateLimiters.isNone(timeout)) {
            limiters.briefWait.lookFor(answer);
        }
        return join(answer);
    }

    private <T> CompletableFuture<T> start(long permits, Duration timeout, Function<Decision, T> result) {
        try {
            Demand demand = demand(permits);
            Decision decision = limiters.decideNow(demand, memo, timeout);
            return decision != null
                    ? CompletableFuture.completedFuture(result.apply(decision))
                    : ask(demand, permits, timeout, limiters.executor(), result);
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private <T> CompletableFuture<T> ask(
            @Nullable Demand demand, long permits, Duration timeout, Executor where, Function<Decision, T> result) {
        return demand != null
                ? limiters.ask(demand, timeout, where, result)
                : limiters.ask(limiterKey, permits, timeout, where, result);
    }

    @Override
    public CompletionStage<Decision> decideAsync(long permits, Duration timeout) {
        return start(permits, timeout, Function.identity());
    }

    @Override
    public CompletionStage<Boolean> tryAcquireAsync(long permits, Duration timeout) {
        return start(permits, timeout, Decision::allowed);
    }

    @Override
    public void acquire(long permits) {
        decide(permits, ChronoUnit.FOREVER.getDuration());
    }

    @Override
    public CompletionStage<Void> acquireAsync(long permits) {
        return start(permits, ChronoUnit.FOREVER.getDuration(), decision -> null);
    }

    @Override
    public long availablePermits() {
        return join(usage()).remaining();
    }

    @Override
    public CompletionStage<Long> availablePermitsAsync() {
        return answer(usage().thenApply(Usage::remaining));
    }

    private CompletionStage<Usage> usage() {
        return limiters.ask(limiterKey, 0, demand -> limiters.store().usage(demand));
    }

    @Override
    public void release(long permits) {
        join(takeOff(permits));
    }

    @Override
    public CompletionStage<Void> releaseAsync(long permits) {
        return answer(takeOff(permits));
    }

    private CompletionStage<Void> takeOff(long permits) {
        if (permits < 0) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("permits must not be negative, but are " + permits));
        }
        return limiters.ask(
                limiterKey, 0, demand -> limiters.store().release(new Demand(limiterKey, demand.limit(), permits)));
    }

    @Override
    public void reset() {
        join(forget());
    }

    @Override
    public CompletionStage<Void> resetAsync() {
        return answer(forget());
    }

    private CompletionStage<Void> forget() {
        return limiters.ask(limiterKey, 0, demand -> limiters.store().reset(demand));
    }

    private <T> CompletionStage<T> answer(CompletionStage<T> stage) {
        return Answers.on(limiters.executor(), stage);
    }

    private <T> T join(CompletionStage<T> stage) {
        return Answers.join(stage.toCompletableFuture(), name());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoreRateLimiter limiter
                && limiters == limiter.limiters
                && limiterKey.equals(limiter.limiterKey);
    }

    @Override
    public int hashCode() {
        return limiterKey.hashCode();
    }

    @Override
    public String toString() {
        return key().isEmpty() ? name() : name() + " for " + key();
    }
}
