package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.limiter.Answers;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.KeyText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.redisson.api.RRateLimiter;

/**
 * A name and a key of {@link RedissonLimiters}.
 *
 * @param limiters where it belongs
 * @param name name of the limiter
 * @param key key as {@link KeyText} writes it, empty without a key
 */
record RedissonLimiter(RedissonLimiters limiters, String name, String key) implements RateLimiter {

    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    @Override
    public RateLimiter forKey(Object key) {
        try {
            return limiters.limiter(name, KeyText.of(key));
        } catch (KeyText.Missing ex) {
            throw new NullKeyException(name, String.valueOf(ex.getMessage()));
        }
    }

    private String id() {
        return limiters.id(name, key);
    }

    @Override
    public RateLimit limit() {
        return join(find());
    }

    @Override
    public CompletionStage<RateLimit> limitAsync() {
        return answer(find());
    }

    private CompletableFuture<RateLimit> find() {
        return limiters.limits().find(name, id());
    }

    @Override
    public boolean trySetRate(RateLimit limit) {
        return join(trySet(limit));
    }

    @Override
    public CompletionStage<Boolean> trySetRateAsync(RateLimit limit) {
        return answer(trySet(limit));
    }

    private CompletableFuture<Boolean> trySet(RateLimit limit) {
        return limiters.limits().declared(name) != null
                ? CompletableFuture.completedFuture(false)
                : limiters.commands().trySet(id(), limit);
    }

    @Override
    public void setRate(RateLimit limit) {
        join(set(limit));
    }

    @Override
    public CompletionStage<Void> setRateAsync(RateLimit limit) {
        return answer(set(limit));
    }

    private CompletableFuture<Void> set(RateLimit limit) {
        return limiters.commands().set(id(), limit).thenRun(this::forgetLimit);
    }

    private void forgetLimit() {
        limiters.limits().forget(id());
    }

    /** Redisson's limiters do not tell who set their rate: it is one that this process does not declare. */
    @Override
    public boolean isRateSet() {
        RateLimit declared = limiters.limits().declared(name);
        return declared != null && !limit().equals(declared);
    }

    @Override
    public void clearRate() {
        join(clear());
    }

    @Override
    public CompletionStage<Void> clearRateAsync() {
        return answer(clear());
    }

    private CompletableFuture<Void> clear() {
        RateLimit declared = limiters.limits().declared(name);
        return declared != null
                ? set(declared)
                : limiters.commands().send(id(), RRateLimiter::deleteAsync).thenRun(this::forgetLimit);
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        return join(request(permits, timeout));
    }

    @Override
    public CompletionStage<Decision> decideAsync(long permits, Duration timeout) {
        return answer(request(permits, timeout));
    }

    private CompletableFuture<Decision> request(long permits, Duration timeout) {
        PermitRequest request = new PermitRequest(limiters.commands(), name, id(), permits, timeout);
        return limiters.untilClosed(limiters.limits()
                .apply(name, id(), limit -> request.decide(limit).thenApply(decision -> decided(permits, decision))));
    }

    private <T> CompletableFuture<T> apply(long permits, Function<RateLimit, CompletableFuture<T>> question) {
        return permits < 0
                ? CompletableFuture.failedFuture(
                        new IllegalArgumentException("permits must not be negative, but are " + permits))
                : limiters.limits().apply(name, id(), question);
    }

    private Decision decided(long permits, Decision decision) {
        if (permits > 0) {
            limiters.observer().decided(new Demand(name, key, decision.limit(), permits), decision);
        }
        return decision;
    }

    @Override
    public CompletionStage<Boolean> tryAcquireAsync(long permits, Duration timeout) {
        return answer(request(permits, timeout).thenApply(Decision::allowed));
    }

    @Override
    public void acquire(long permits) {
        decide(permits, FOREVER);
    }

    @Override
    public CompletionStage<Void> acquireAsync(long permits) {
        return answer(request(permits, FOREVER).thenAccept(decision -> {}));
    }

    @Override
    public long availablePermits() {
        return join(available());
    }

    @Override
    public CompletionStage<Long> availablePermitsAsync() {
        return answer(available());
    }

    private CompletableFuture<Long> available() {
        return limiters.limits()
                .apply(name, id(), limit -> limiters.commands().send(id(), RRateLimiter::availablePermitsAsync));
    }

    @Override
    public void release(long permits) {
        join(takeOff(permits));
    }

    @Override
    public CompletionStage<Void> releaseAsync(long permits) {
        return answer(takeOff(permits));
    }

    private CompletableFuture<Void> takeOff(long permits) {
        return apply(permits, limit -> limiters.commands().send(id(), redis -> redis.releaseAsync(permits)));
    }

    @Override
    public void reset() {
        join(startAgain());
    }

    @Override
    public CompletionStage<Void> resetAsync() {
        return answer(startAgain());
    }

    /** Redisson deletes a limiter only together with its limit; setting the limit anew forgets just the use. */
    private CompletableFuture<Void> startAgain() {
        return limiters.limits().apply(name, id(), limit -> limiters.commands().startAgain(id(), limit));
    }

    private <T> CompletableFuture<T> answer(CompletableFuture<T> stage) {
        return Answers.on(limiters.executor(), stage);
    }

    private <T> T join(CompletableFuture<T> stage) {
        return Answers.join(stage, name);
    }

    @Override
    public String toString() {
        return key.isEmpty() ? name : name + " for " + key;
    }
}
