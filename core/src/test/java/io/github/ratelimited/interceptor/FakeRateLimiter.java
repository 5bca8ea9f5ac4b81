package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.key.KeyEncoding;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** One limiter of {@link FakeRateLimiters}; does what the aspect needs and no more. */
record FakeRateLimiter(FakeRateLimiters limiters, String name, String key) implements RateLimiter {

    @Override
    public RateLimit limit() {
        RateLimit limit = limiters.limits.get(name);
        if (limit == null) {
            throw new IllegalStateException("No rate limit named '" + name + "'");
        }
        return limit;
    }

    @Override
    public RateLimiter forKey(Object key) {
        try {
            KeyEncoding.of(key);
        } catch (KeyEncoding.Missing ex) {
            throw new NullKeyException(name, ex.getMessage());
        }
        return new FakeRateLimiter(limiters, name, String.valueOf(key));
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        return limiters.decide(Map.of(this, permits), timeout);
    }

    @Override
    public CompletionStage<Decision> decideAsync(long permits, Duration timeout) {
        return limiters.decideAsync(Map.of(this, permits), timeout);
    }

    @Override
    public RateLimiter withLimit(RateLimit limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RateLimiter withPlan(String plan) {
        return plan == null ? this : new FakeRateLimiter(limiters, name, key + " by plan " + plan);
    }

    @Override
    public void setRate(RateLimit limit, Duration validFor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> setRateAsync(RateLimit limit, Duration validFor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean trySetRate(RateLimit limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setRate(RateLimit limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isRateSet() {
        return false;
    }

    @Override
    public void clearRate() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<RateLimit> limitAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> trySetRateAsync(RateLimit limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> setRateAsync(RateLimit limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> clearRateAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long availablePermits() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Long> availablePermitsAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(long permits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> releaseAsync(long permits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void block(Duration duration) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> blockAsync(Duration duration) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void unblock() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> unblockAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration blockedFor() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Duration> blockedForAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reset() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> resetAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Hold hold(long permits, Duration timeout) {
        return limiters.hold(Map.of(this, permits), timeout).get(this);
    }

    @Override
    public CompletionStage<Hold> holdAsync(long permits, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void charge(long permits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> chargeAsync(long permits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> tryAcquireAsync(long permits, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void acquire(long permits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> acquireAsync(long permits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String toString() {
        return key.isEmpty() ? name : name + " for " + key;
    }
}
