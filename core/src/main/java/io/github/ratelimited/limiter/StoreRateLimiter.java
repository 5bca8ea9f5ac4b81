package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.LimitQuery;
import io.github.ratelimited.limits.NameLevels;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.KeyEncoding;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageMemo;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A name and a key of {@link StoreRateLimiters}. */
final class StoreRateLimiter extends AbstractRateLimiter {

    private static final PermitResult<Decision> FIRST = (grant, decisions) -> decisions.get(0);

    private final StoreRateLimiters limiters;

    /** Finds the limit in force. */
    private final NameLevels levels;

    private final LimitQuery query;
    private final UsageMemo memo = new UsageMemo();
    private final Runnable mayWait = this::requireMayWait;

    StoreRateLimiter(StoreRateLimiters limiters, NameLevels levels, LimiterKey limiterKey) {
        this(limiters, levels, new LimitQuery(limiterKey));
    }

    private StoreRateLimiter(StoreRateLimiters limiters, NameLevels levels, LimitQuery query) {
        super(
                limiters,
                query.limiterKey(),
                query.own() == null && query.plan() == null ? LimitView.NONE : new LimitView(query.own(), query.plan()),
                limiters.settings().executor(),
                limiters.settings().limits().isRemote());
        this.limiters = limiters;
        this.levels = levels;
        this.query = query;
    }

    LimitQuery query() {
        return query;
    }

    boolean belongsTo(StoreRateLimiters others) {
        return limiters == others;
    }

    private RateLimiter with(LimitQuery other) {
        return new StoreRateLimiter(limiters, levels, other);
    }

    @Override
    protected RateLimiter withKey(Object key) {
        String text = KeyEncoding.shortOf(key);
        return with(new LimitQuery(
                new LimiterKey(name(), text),
                key instanceof String || levels.isSourced() ? KeyEncoding.plain(key) : text,
                query.own(),
                query.plan()));
    }

    @Override
    public RateLimiter withLimit(RateLimit limit) {
        return with(new LimitQuery(limiterKey(), query.keyText(), limit, query.plan()));
    }

    @Override
    public RateLimiter withPlan(@Nullable String plan) {
        return Objects.equals(plan, query.plan())
                ? this
                : with(new LimitQuery(limiterKey(), query.keyText(), query.own(), plan));
    }

    @Override
    public boolean isRateSet() {
        return changes().isSet();
    }

    @Override
    protected CompletableFuture<RateLimit> findLimit() {
        try {
            AppliedLimit limit = levels.find(query);
            return limit != null
                    ? CompletableFuture.completedFuture(limit.limit())
                    : levels.load(query).thenApply(AppliedLimit::limit);
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private LimitChanges changes() {
        return new LimitChanges(limiters.settings().limits(), levels, limiterKey());
    }

    @Override
    protected CompletableFuture<Boolean> trySetLimit(RateLimit limit) {
        return changes().trySet(limit);
    }

    @Override
    protected CompletableFuture<Void> setLimit(RateLimit limit, @Nullable Duration validFor) {
        return changes().set(limit, validFor);
    }

    @Override
    protected CompletableFuture<Void> clearLimit() {
        return changes().clear();
    }

    /** What is asked for, or {@code null} while the limit is not known here. */
    private @Nullable Demand demand(long permits) {
        return levels.findDemand(query, permits);
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        Demand demand = demand(permits);
        if (demand == null || !StoreRateLimiters.isNone(timeout)) {
            return now(() -> ask(demand, permits, timeout, Answers.DIRECT, FIRST));
        }
        WaitRegistry waits = limiters.waits();
        ImmediateCall<Decision> call = new ImmediateCall<>(waits, demand, Answers.DIRECT, FIRST, mayWait);
        Decision decision = limiters.decide(demand, memo, call);
        return decision != null ? decision : limiters.await(call.answer(), this);
    }

    @Override
    protected <T> CompletableFuture<T> request(
            long permits, Duration timeout, Executor where, Function<Decision, T> result) {
        try {
            Demand demand = demand(permits);
            if (demand == null || !StoreRateLimiters.isNone(timeout)) {
                return ask(demand, permits, timeout, where, (grant, decisions) -> result.apply(decisions.get(0)));
            }
            ImmediateCall<T> call = new ImmediateCall<>(
                    limiters.waits(), demand, where, (grant, decisions) -> result.apply(decisions.get(0)), () -> {});
            Decision decision = limiters.decide(demand, memo, call);
            return decision != null ? CompletableFuture.completedFuture(result.apply(decision)) : call.answer();
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    protected CompletableFuture<Hold> requestHold(long permits, Duration timeout, Executor where) {
        try {
            return ask(demand(permits), permits, timeout, where, new Holds.Single(limiters.settlements()));
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private <T> CompletableFuture<T> ask(
            @Nullable Demand demand, long permits, Duration timeout, Executor where, PermitResult<T> result) {
        return demand != null
                ? limiters.ask(demand, timeout, where, result)
                : limiters.ask(levels.loadDemand(query, permits), timeout, where, result);
    }

    @Override
    protected CompletableFuture<Long> findAvailable() {
        return ask(0, demand -> limiters.settings().blocks().usage(demand)).thenApply(Usage::remaining);
    }

    @Override
    protected CompletableFuture<Void> takeOff(long permits) {
        return ask(0, demand -> limiters.settings().usage().release(demand.of(permits)));
    }

    @Override
    protected CompletableFuture<Void> count(long permits) {
        return ask(0, demand -> limiters.settlements().charge(demand.of(Math.min(permits, Settlement.MOST))));
    }

    @Override
    protected CompletableFuture<Void> forgetUse() {
        return ask(0, demand -> limiters.settings().usage().reset(demand));
    }

    @Override
    protected CompletableFuture<Void> close(Duration duration) {
        return ask(0, demand -> limiters.settings().blocks().block(demand, duration));
    }

    @Override
    protected CompletableFuture<Duration> findBlock() {
        return ask(0, demand -> limiters.settings().blocks().usage(demand)).thenApply(Usage::blockedFor);
    }

    private <T> CompletableFuture<T> ask(long permits, Function<Demand, CompletionStage<T>> question) {
        try {
            Demand demand = demand(permits);
            CompletableFuture<Demand> known =
                    demand != null ? CompletableFuture.completedFuture(demand) : levels.loadDemand(query, permits);
            return known.thenCompose(question);
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }
}
