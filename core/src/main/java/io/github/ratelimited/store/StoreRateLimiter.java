package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A name and a key of {@link StoreRateLimiters}.
 *
 * @param limiters where it belongs
 * @param inForce tells the limit in force as far as this process knows
 * @param name name of the limiter
 * @param key key as {@link KeyText} writes it, empty without a key
 * @param memo what the store has noted about it
 */
record StoreRateLimiter(
        StoreRateLimiters limiters, Supplier<@Nullable RateLimit> inForce, String name, String key, Memo memo)
        implements RateLimiter {

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
                : limiters.limits().load(name);
    }

    @Override
    public RateLimiter forKey(Object key) {
        return new StoreRateLimiter(limiters, inForce, name, KeyText.shortOf(key), new Memo());
    }

    @Override
    public boolean trySetRate(RateLimit limit) {
        return join(limiters.limits().trySet(name, limit));
    }

    @Override
    public CompletionStage<Boolean> trySetRateAsync(RateLimit limit) {
        return answer(limiters.limits().trySet(name, limit));
    }

    @Override
    public void setRate(RateLimit limit) {
        join(limiters.limits().set(name, limit));
    }

    @Override
    public CompletionStage<Void> setRateAsync(RateLimit limit) {
        return answer(limiters.limits().set(name, limit));
    }

    @Override
    public void clearRate() {
        join(limiters.limits().clear(name));
    }

    @Override
    public CompletionStage<Void> clearRateAsync() {
        return answer(limiters.limits().clear(name));
    }

    @Override
    public boolean isRateSet() {
        return limiters.limits().isSet(name);
    }

    Demand demand(RateLimit limit, long permits) {
        return Demand.checked(name, key, limit, permits);
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        Decision decision = limiters.decideNow(this, permits, timeout);
        return decision != null ? decision : ask(permits, timeout);
    }

    @Override
    public boolean tryAcquire(long permits, Duration timeout) {
        if (limiters.isWatched()) {
            return decide(permits, timeout).allowed();
        }
        Boolean taken = limiters.takeNow(this, permits, timeout);
        return taken != null ? taken : ask(permits, timeout).allowed();
    }

    private Decision ask(long permits, Duration timeout) {
        CompletableFuture<Decision> answer = limiters.ask(this, permits, timeout, Runnable::run);
        if (StoreRateLimiters.isNone(timeout)) {
            limiters.briefWait.lookFor(answer);
        }
        return join(answer);
    }

    private CompletableFuture<Decision> start(long permits, Duration timeout) {
        try {
            Decision decision = limiters.decideNow(this, permits, timeout);
            return decision != null
                    ? CompletableFuture.completedFuture(decision)
                    : limiters.ask(this, permits, timeout, limiters.executor());
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public CompletionStage<Decision> decideAsync(long permits, Duration timeout) {
        return start(permits, timeout);
    }

    @Override
    public CompletionStage<Boolean> tryAcquireAsync(long permits, Duration timeout) {
        return after(start(permits, timeout), Decision::allowed);
    }

    @Override
    public void acquire(long permits) {
        decide(permits, ChronoUnit.FOREVER.getDuration());
    }

    @Override
    public CompletionStage<Void> acquireAsync(long permits) {
        return after(start(permits, ChronoUnit.FOREVER.getDuration()), decision -> null);
    }

    private static <A, B> CompletableFuture<B> after(CompletableFuture<A> first, Function<A, B> mapping) {
        return Chained.of(first, value -> CompletableFuture.completedFuture(mapping.apply(value)));
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
        return limiters.ask(name, key, 0, demand -> limiters.store().usage(demand));
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
                name, key, 0, demand -> limiters.store().release(new Demand(name, key, demand.limit(), permits)));
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
        return limiters.ask(name, key, 0, demand -> limiters.store().reset(demand));
    }

    private <T> CompletionStage<T> answer(CompletionStage<T> stage) {
        return Answers.on(limiters.executor(), stage);
    }

    private <T> T join(CompletionStage<T> stage) {
        return Answers.join(stage.toCompletableFuture(), "rate limit '" + name + "'");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoreRateLimiter limiter
                && limiters == limiter.limiters
                && name.equals(limiter.name)
                && key.equals(limiter.key);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, key);
    }

    @Override
    public String toString() {
        return key.isEmpty() ? name : name + " for " + key;
    }
}
