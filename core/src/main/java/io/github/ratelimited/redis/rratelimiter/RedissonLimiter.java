package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.limiter.AbstractRateLimiter;
import io.github.ratelimited.limiter.AnswerDelivery;
import io.github.ratelimited.limits.LimitQuery;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RRateLimiter;

/** A name and a key of {@link RedissonLimiters}. */
final class RedissonLimiter extends AbstractRateLimiter {

    /** Redisson counts a timeout in milliseconds from now, which the longest durations overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final RedissonLimiters limiters;

    RedissonLimiter(RedissonLimiters limiters, String name, String key) {
        super(limiters, new LimitQuery(new LimiterKey(name, key)), limiters.executor, true);
        this.limiters = limiters;
    }

    @Override
    protected RateLimiter withKey(Object key) {
        return limiters.limiter(name(), KeyEncoding.of(key));
    }

    /** {@return the name in Redis, for everything that is asked there} */
    private String id() {
        limiters.requireOpen(name());
        return limiters.id(name(), key());
    }

    @Override
    public RateLimiter withLimit(RateLimit limit) {
        throw oneLimit();
    }

    @Override
    public RateLimiter withPlan(@Nullable String plan) {
        if (plan != null) {
            throw oneLimit();
        }
        return this;
    }

    private UnsupportedOperationException oneLimit() {
        return new UnsupportedOperationException("RRateLimiter keeps one limit for a name and key, so '" + this
                + "' cannot be counted under another or by a plan; use " + RedissonLimiters.OTHERS + ", or setRate");
    }

    @Override
    public CompletableFuture<RateLimit> findLimit() {
        return limiters.rates.find(name(), id());
    }

    @Override
    public CompletableFuture<Boolean> setLimit(RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        if (validFor != null) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException(
                    "RRateLimiter keeps a limit until it is changed, so none can end"));
        }
        limiters.requireOpen(name());
        if (replaces) {
            return changing(limiters.commands.set(id(), limit)).thenApply(done -> true);
        }
        return limiters.rates.declared(name()) != null
                ? CompletableFuture.completedFuture(false)
                : changing(limiters.commands.trySet(id(), limit));
    }

    /** Where it fails, the limit may have changed all the same. */
    private <T> CompletableFuture<T> changing(CompletableFuture<T> change) {
        return change.whenComplete((done, failure) -> forgetLimit());
    }

    private void forgetLimit() {
        limiters.rates.forget(id());
    }

    /** Redisson's limiters do not say who set their rate: it is one that this process does not declare. */
    @Override
    public boolean isRateSet() {
        limiters.requireOpen(name());
        RateLimit declared = limiters.rates.declared(name());
        return declared != null && !limit().equals(declared);
    }

    @Override
    public CompletableFuture<Void> clearLimit() {
        RateLimit declared = limiters.rates.declared(name());
        return changing(
                declared != null
                        ? limiters.commands.set(id(), declared)
                        : limiters.commands
                                .send(id(), RRateLimiter::deleteAsync)
                                .thenRun(() -> {}));
    }

    @Override
    protected <T> CompletableFuture<T> request(
            long permits, Duration timeout, Executor where, Function<Decision, T> result) {
        try {
            Request request = new Request(permits, timeout);
            return AnswerDelivery.on(
                    where, limiters.untilClosed(apply(request::decide)).thenApply(result));
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    /** What needs the limiter to have its limit. */
    private <T> CompletableFuture<T> apply(Function<RateLimit, CompletableFuture<T>> command) {
        return limiters.initializer.apply(name(), id(), command);
    }

    @Override
    protected CompletableFuture<Long> findAvailable() {
        return apply(limit -> limiters.commands.send(id(), RRateLimiter::availablePermitsAsync));
    }

    @Override
    protected CompletableFuture<Void> doRelease(long permits) {
        return apply(limit -> limiters.commands.send(id(), redis -> redis.releaseAsync(permits)));
    }

    @Override
    protected CompletableFuture<Void> doCharge(long permits) {
        return CompletableFuture.failedFuture(RedissonLimiters.settlesNothing("charge", this));
    }

    @Override
    protected CompletableFuture<Hold> requestHold(long permits, Duration timeout, Executor where) {
        return CompletableFuture.failedFuture(RedissonLimiters.settlesNothing("hold", this));
    }

    /**
     * Redisson deletes a limiter only together with its limit; setting the limit again forgets only the use. It is read for
     * that, because another program may have changed it since.
     */
    @Override
    protected CompletableFuture<Void> doReset() {
        forgetLimit();
        return apply(limit -> limiters.commands.startAgain(id(), limit));
    }

    @Override
    public CompletableFuture<Void> doBlock(Duration duration) {
        return noBlocks();
    }

    @Override
    public CompletableFuture<Duration> findBlock() {
        return noBlocks();
    }

    private <T> CompletableFuture<T> noBlocks() {
        return CompletableFuture.failedFuture(new UnsupportedOperationException(
                "Rate limit '" + name() + "' is one of Redisson's limiters, which cannot be blocked; to block it use "
                        + RedissonLimiters.OTHERS));
    }

    /**
     * One request for permits. It asks without waiting first: only so is it known whether there was a wait, because Redisson
     * reports neither how long it waited nor what is left.
     */
    private final class Request {

        /** Looked up once: closing ends a request that waits, and is no answer to it. */
        private final String id = id();

        private final long permits;
        private final Duration timeout;
        private final long startedAt = System.nanoTime();

        Request(long permits, Duration timeout) {
            this.permits = permits;
            this.timeout = SettingChecks.given("timeout", timeout);
        }

        CompletableFuture<Decision> decide(RateLimit limit) {
            limit.checkPermits(name(), permits);
            if (permits == 0) {
                return CompletableFuture.completedFuture(decision(limit, true, Duration.ZERO));
            }
            return limiters.commands
                    .send(id, redis -> redis.tryAcquireAsync(permits))
                    .thenCompose(taken -> taken || timeout.compareTo(Duration.ofMillis(1)) < 0
                            ? CompletableFuture.completedFuture(decision(limit, taken, Duration.ZERO))
                            : waited(limit))
                    .thenApply(this::observed);
        }

        private CompletableFuture<Decision> waited(RateLimit limit) {
            return waitForPermits().thenApply(taken -> decision(limit, taken, taken ? elapsed() : Duration.ZERO));
        }

        private CompletableFuture<Boolean> waitForPermits() {
            if (timeout.compareTo(LONGEST) > 0) {
                return limiters.commands
                        .sendWaiting(id, redis -> redis.acquireAsync(permits))
                        .thenApply(nothing -> true);
            }
            Duration left = timeout.minus(elapsed());
            return left.toMillis() <= 0
                    ? CompletableFuture.completedFuture(false)
                    : limiters.commands.sendWaiting(id, redis -> redis.tryAcquireAsync(permits, left));
        }

        private Duration elapsed() {
            return Micros.toDuration(Micros.roundUp(Duration.ofNanos(System.nanoTime() - startedAt)));
        }

        private Decision decision(RateLimit limit, boolean allowed, Duration delay) {
            Duration retryAfter = allowed ? Duration.ZERO : limit.interval();
            return limiters.addressed(Decision.of(name(), limit)
                    .allowed(allowed)
                    .delay(delay)
                    .remaining(0)
                    .retryAfter(retryAfter)
                    .resetAfter(limit.interval())
                    .build());
        }

        private Decision observed(Decision decision) {
            limiters.observer.decided(new Demand(limiterKey(), decision.limit(), permits), decision);
            return decision;
        }
    }
}
