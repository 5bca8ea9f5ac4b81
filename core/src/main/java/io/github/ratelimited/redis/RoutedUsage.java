package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateType;
import io.github.ratelimited.denial.DenialCacheStore;
import io.github.ratelimited.failover.BreakerStore;
import io.github.ratelimited.failover.FailurePolicyStore;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.lease.LeaseStore;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes use where it is counted: that of {@code PER_CLIENT} limits in this process, all other in Redis, and by
 * failure policy while Redis cannot answer. Safe for use by many threads.
 */
final class RoutedUsage implements UsageStore {

    private final UsageStore local;
    private final UsageStore redis;
    private final BreakerStore breaker;
    private final FailurePolicyStore failurePolicies;
    private final @Nullable DenialCacheStore denials;
    private final @Nullable LeaseStore leases;

    /**
     * Takes those who know where use is counted.
     *
     * @param local counts {@code PER_CLIENT} limits
     * @param redis counts all others
     * @param denials remembers rejections that changes make out of date, {@code null} where none are remembered
     * @param leases holds permits, of which none is spent after a block or a reset; {@code null} where none are leased
     */
    RoutedUsage(
            UsageStore local,
            UsageStore redis,
            BreakerStore breaker,
            FailurePolicyStore failurePolicies,
            @Nullable DenialCacheStore denials,
            @Nullable LeaseStore leases) {
        this.local = local;
        this.redis = redis;
        this.breaker = breaker;
        this.failurePolicies = failurePolicies;
        this.denials = denials;
        this.leases = leases;
    }

    /** Never returns what this process has counted in the place of Redis: callers could not tell the two apart. */
    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return isLocal(demand) ? local.usage(demand) : askRedis(demand, UsageStore::usage);
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return freeing(demand, () -> ask(demand, UsageStore::release));
    }

    /** Where neither Redis nor this process may count, nothing does, and the caller goes on. */
    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return ask(demand, UsageStore::charge)
                .exceptionallyCompose(failure -> Futures.cause(failure) instanceof RateLimiterUnavailableException
                        ? CompletableFuture.completedFuture(false)
                        : CompletableFuture.failedFuture(failure));
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        return isLocal(demand)
                ? local.block(demand, duration)
                : changing(
                        demand,
                        () -> failurePolicies.block(
                                demand,
                                duration,
                                () -> askRedis(demand, (store, same) -> store.block(same, duration))));
    }

    @Override
    public void unblocked(Demand demand) {
        if (!isLocal(demand)) {
            failurePolicies.unblocked(demand);
        }
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return isLocal(demand)
                ? local.reset(demand)
                : changing(demand, () -> failurePolicies.reset(demand, () -> askRedis(demand, UsageStore::reset)));
    }

    private <T> CompletionStage<T> ask(Demand demand, BiFunction<UsageStore, Demand, CompletionStage<T>> question) {
        return isLocal(demand)
                ? question.apply(local, demand)
                : failurePolicies.orByPolicy(demand, question, askRedis(demand, question));
    }

    private <T> CompletionStage<T> askRedis(
            Demand demand, BiFunction<UsageStore, Demand, CompletionStage<T>> question) {
        return breaker.unlessOpen(demand, () -> question.apply(redis, demand));
    }

    private <T> CompletionStage<T> freeing(Demand demand, Supplier<CompletionStage<T>> change) {
        return denials == null || isLocal(demand) ? change.get() : denials.freeing(demand, change);
    }

    private <T> CompletionStage<T> changing(Demand demand, Supplier<CompletionStage<T>> change) {
        Supplier<CompletionStage<T>> freeing = () -> freeing(demand, change);
        return leases == null ? freeing.get() : leases.changing(demand, freeing);
    }

    private static boolean isLocal(Demand demand) {
        return demand.limit().type() == RateType.PER_CLIENT;
    }
}
