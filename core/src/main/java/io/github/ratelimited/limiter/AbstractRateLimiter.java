package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.limits.LimitQuery;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a limiter is asked, in its two forms: one that waits for the answer, and one whose stage completes on an executor.
 * Subclasses answer each question once, by a future that completes on any thread. Two limiters of the same limiters with
 * an equal name, key, own limit and plan are equal.
 */
public abstract class AbstractRateLimiter implements ControlForms, RateLimiter {

    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    /** Where it belongs. */
    private final Object owner;

    private final LimitQuery query;
    private final Executor executor;
    private final boolean remote;

    /**
     * Makes a limiter.
     *
     * @param owner the limiters that it belongs to
     * @param query name and key, and the limit or plan that it counts under
     * @param executor where stages complete that are not there at once
     * @param remote whether another process answers, so that a caller has to wait
     */
    protected AbstractRateLimiter(Object owner, LimitQuery query, Executor executor, boolean remote) {
        this.owner = owner;
        this.query = query;
        this.executor = executor;
        this.remote = remote;
    }

    /** {@return the limiter for a key; a key without a text fails with {@link KeyEncoding.Missing}} */
    protected abstract RateLimiter withKey(Object key);

    protected abstract CompletableFuture<Long> findAvailable();

    /** Takes used permits off, at least 0. */
    protected abstract CompletableFuture<Void> doRelease(long permits);

    /** Counts permits that are used already, at least 0. */
    protected abstract CompletableFuture<Void> doCharge(long permits);

    /** Takes permits like {@link #request}, whose cost is settled later; fails when they are rejected. */
    protected abstract CompletableFuture<Hold> requestHold(long permits, Duration timeout, Executor where);

    protected abstract CompletableFuture<Void> doReset();

    /**
     * Takes permits.
     *
     * @param where where the result completes unless it is available at once
     * @return the result; whatever ends it before gives the permits back, where they can be given back
     */
    protected abstract <T> CompletableFuture<T> request(
            long permits, Duration timeout, Executor where, Function<Decision, T> result);

    /**
     * Checks that limiters can be asked together by those that they belong to. Any that are not of this library count by name
     * and key.
     *
     * @param owner whom they should belong to
     * @throws IllegalArgumentException when a value is missing, or one of them belongs to others
     */
    public static void requireOf(Object owner, Map<RateLimiter, Long> permits) {
        SettingChecks.given("permits", permits).forEach((limiter, count) -> {
            SettingChecks.given("limiter", limiter);
            if (count == null) {
                SettingChecks.given("permits of '" + limiter.name() + "'", count);
            }
            if (limiter instanceof AbstractRateLimiter known && known.owner != owner) {
                throw new IllegalArgumentException("Rate limit '" + limiter.name()
                        + "' comes from other RateLimiters than those that are asked for it; get it from these");
            }
        });
    }

    protected final LimiterKey limiterKey() {
        return query.limiterKey();
    }

    @Override
    public final LimitQuery query() {
        return query;
    }

    @Override
    public final <T> T now(Supplier<CompletableFuture<T>> question) {
        return AnswerDelivery.ask(question, remote, this);
    }

    @Override
    public final <T> CompletionStage<T> later(Supplier<CompletableFuture<T>> question) {
        try {
            return AnswerDelivery.on(executor, question.get());
        } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public final String name() {
        return query.limiterKey().limiter();
    }

    @Override
    public final String key() {
        return query.limiterKey().key();
    }

    @Override
    public final RateLimiter forKey(Object key) {
        try {
            return withKey(key);
        } catch (KeyEncoding.Missing ex) {
            throw new NullKeyException(name(), String.valueOf(ex.getMessage()));
        }
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        return now(() -> request(permits, timeout, AnswerDelivery.DIRECT, Function.identity()));
    }

    @Override
    public final CompletionStage<Decision> decideAsync(long permits, Duration timeout) {
        return request(permits, timeout, executor, Function.identity());
    }

    @Override
    public final Hold hold(long permits, Duration timeout) {
        return now(() -> requestHold(permits, SettingChecks.given("timeout", timeout), AnswerDelivery.DIRECT));
    }

    @Override
    public final CompletionStage<Hold> holdAsync(long permits, Duration timeout) {
        try {
            return requestHold(permits, SettingChecks.given("timeout", timeout), executor);
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public final CompletionStage<Boolean> tryAcquireAsync(long permits, Duration timeout) {
        return request(permits, timeout, executor, Decision::allowed);
    }

    @Override
    public final void acquire(long permits) {
        decide(permits, FOREVER);
    }

    @Override
    public final CompletionStage<Void> acquireAsync(long permits) {
        return request(permits, FOREVER, executor, decision -> null);
    }

    @Override
    public final long availablePermits() {
        return now(this::findAvailable);
    }

    @Override
    public final CompletionStage<Long> availablePermitsAsync() {
        return later(this::findAvailable);
    }

    @Override
    public final void release(long permits) {
        now(() -> doRelease(notNegative("released", permits)));
    }

    @Override
    public final CompletionStage<Void> releaseAsync(long permits) {
        return later(() -> doRelease(notNegative("released", permits)));
    }

    @Override
    public final void charge(long permits) {
        now(() -> doCharge(notNegative("charged", permits)));
    }

    @Override
    public final CompletionStage<Void> chargeAsync(long permits) {
        return later(() -> doCharge(notNegative("charged", permits)));
    }

    private long notNegative(String what, long permits) {
        if (permits < 0) {
            throw new IllegalArgumentException("Permits that are " + what + " under rate limit '" + name()
                    + "' must be at least 0, but are " + permits);
        }
        return permits;
    }

    @Override
    public final void reset() {
        now(this::doReset);
    }

    @Override
    public final CompletionStage<Void> resetAsync() {
        return later(this::doReset);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof AbstractRateLimiter limiter && owner == limiter.owner && query.asksLike(limiter.query);
    }

    @Override
    public final int hashCode() {
        return limiterKey().hashCode();
    }

    @Override
    public final String toString() {
        return query.toString();
    }
}
