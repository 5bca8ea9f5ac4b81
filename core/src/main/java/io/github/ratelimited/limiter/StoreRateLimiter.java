package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.KeyText;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageMemo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A name and a key of {@link StoreRateLimiters}. */
final class StoreRateLimiter extends AbstractRateLimiter {

    private final StoreRateLimiters limiters;

    /** Tells the limit in force as far as this process knows. */
    private final Supplier<@Nullable RateLimit> inForce;

    private final UsageMemo memo = new UsageMemo();

    StoreRateLimiter(StoreRateLimiters limiters, Supplier<@Nullable RateLimit> inForce, LimiterKey limiterKey) {
        super(
                limiters,
                limiterKey,
                limiters.settings().executor(),
                limiters.settings().limits().isRemote());
        this.limiters = limiters;
        this.inForce = inForce;
    }

    @Override
    protected RateLimiter withKey(Object key) {
        return new StoreRateLimiter(limiters, inForce, new LimiterKey(name(), KeyText.shortOf(key)));
    }

    @Override
    public boolean isRateSet() {
        return limiters.settings().limits().isSet(name());
    }

    @Override
    protected CompletableFuture<RateLimit> findLimit() {
        RateLimit limit = inForce.get();
        return limit != null
                ? CompletableFuture.completedFuture(limit)
                : limiters.settings().limits().load(name()).toCompletableFuture();
    }

    @Override
    protected CompletableFuture<Boolean> trySetLimit(RateLimit limit) {
        return limiters.settings().limits().trySet(name(), limit).toCompletableFuture();
    }

    @Override
    protected CompletableFuture<Void> setLimit(RateLimit limit) {
        return limiters.settings().limits().set(name(), limit).toCompletableFuture();
    }

    @Override
    protected CompletableFuture<Void> clearLimit() {
        return limiters.settings().limits().clear(name()).toCompletableFuture();
    }

    /** What is asked for, or {@code null} while the limit is not known here. */
    private @Nullable Demand demand(long permits) {
        RateLimit limit = inForce.get();
        return limit == null ? null : Demand.checked(limiterKey(), limit, permits);
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        Demand demand = demand(permits);
        Decision decision = limiters.decideNow(demand, memo, timeout);
        return decision != null
                ? decision
                : now(() -> {
                    CompletableFuture<Decision> answer =
                            ask(demand, permits, timeout, Answers.DIRECT, (grant, told) -> told.get(0));
                    if (StoreRateLimiters.isNone(timeout)) {
                        limiters.briefWait.lookFor(answer);
                    }
                    return answer;
                });
    }

    @Override
    protected <T> CompletableFuture<T> request(
            long permits, Duration timeout, Executor where, Function<Decision, T> result) {
        try {
            Demand demand = demand(permits);
            Decision decision = limiters.decideNow(demand, memo, timeout);
            return decision != null
                    ? CompletableFuture.completedFuture(result.apply(decision))
                    : ask(demand, permits, timeout, where, (grant, told) -> result.apply(told.get(0)));
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    protected CompletableFuture<Hold> requestHold(long permits, Duration timeout, Executor where) {
        try {
            return ask(demand(permits), permits, timeout, where, limiters::holdOf);
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private <T> CompletableFuture<T> ask(
            @Nullable Demand demand,
            long permits,
            Duration timeout,
            Executor where,
            BiFunction<Grant, List<Decision>, T> result) {
        return demand != null
                ? limiters.ask(demand, timeout, where, result)
                : limiters.ask(limiterKey(), permits, timeout, where, result);
    }

    @Override
    protected CompletableFuture<Long> findAvailable() {
        return ask(0, demand -> limiters.settings().usage().usage(demand)).thenApply(Usage::remaining);
    }

    @Override
    protected CompletableFuture<Void> takeOff(long permits) {
        return ask(0, demand -> limiters.settings().usage().release(demand.of(permits)));
    }

    @Override
    protected CompletableFuture<Void> count(long permits) {
        return ask(0, demand -> limiters.settings().usage().charge(demand.of(Math.min(permits, Settlement.MOST))))
                .thenApply(counted -> null);
    }

    @Override
    protected CompletableFuture<Void> forgetUse() {
        return ask(0, demand -> limiters.settings().usage().reset(demand));
    }

    @Override
    protected CompletableFuture<Void> close(Duration duration) {
        return ask(0, demand -> limiters.settings().usage().block(demand, duration));
    }

    @Override
    protected CompletableFuture<Duration> findBlock() {
        return ask(0, demand -> limiters.settings().usage().usage(demand)).thenApply(Usage::blockedFor);
    }

    private <T> CompletableFuture<T> ask(long permits, Function<Demand, CompletionStage<T>> question) {
        return limiters.ask(limiterKey(), permits, question);
    }
}
