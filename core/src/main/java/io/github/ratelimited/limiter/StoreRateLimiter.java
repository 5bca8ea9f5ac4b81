package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.LimitQuery;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.limits.NameLevels;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A name and a key of {@link StoreRateLimiters}. */
final class StoreRateLimiter extends AbstractRateLimiter implements UsageMemo {

    private static final PermitResult<Decision> FIRST = (grant, decisions) -> decisions.get(0);

    private final WaitRegistry waits;

    /** Finds the limit in force. */
    private final NameLevels levels;

    private @Nullable Object remembered;

    StoreRateLimiter(WaitRegistry waits, NameLevels levels, LimitQuery query) {
        super(waits, query, waits.settings.executor(), waits.remote);
        this.waits = waits;
        this.levels = levels;
    }

    @Override
    public @Nullable Object remembered() {
        return remembered;
    }

    @Override
    public void remember(Object value) {
        remembered = value;
    }

    private RateLimiter with(LimitQuery other) {
        return new StoreRateLimiter(waits, levels, other);
    }

    @Override
    protected RateLimiter withKey(Object key) {
        String text = KeyEncoding.shortOf(key);
        return with(new LimitQuery(
                new LimiterKey(name(), text),
                key instanceof String || levels.isSourced() ? KeyEncoding.plain(key) : text,
                query().own(),
                query().plan()));
    }

    @Override
    public RateLimiter withLimit(RateLimit limit) {
        return with(new LimitQuery(
                limiterKey(), query().keyText(), Objects.requireNonNull(limit, "limit"), query().plan()));
    }

    @Override
    public RateLimiter withPlan(@Nullable String plan) {
        return Objects.equals(plan, query().plan())
                ? this
                : with(new LimitQuery(limiterKey(), query().keyText(), query().own(), plan));
    }

    @Override
    public boolean isRateSet() {
        LimitRegistry limits = limits();
        return key().isEmpty() ? limits.isSet(name()) : limits.keys().find(limiterKey()) != null;
    }

    private LimitRegistry limits() {
        levels.requireOpen();
        return waits.settings.limits();
    }

    @Override
    public CompletableFuture<RateLimit> findLimit() {
        AppliedLimit limit = levels.find(query());
        return limit != null
                ? CompletableFuture.completedFuture(limit.limit())
                : levels.load(query()).thenApply(AppliedLimit::limit);
    }

    @Override
    public CompletableFuture<Boolean> setLimit(RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        LimitRegistry limits = limits();
        if (!key().isEmpty()) {
            return levels.requireBeside(limit).thenCompose(fits -> limits.set(limiterKey(), limit, validFor, replaces));
        }
        return validFor == null
                ? limits.set(name(), limit, replaces).toCompletableFuture()
                : CompletableFuture.failedFuture(new UnsupportedOperationException(
                        "Only the limit of a key can expire, but '" + name() + "' has no key"));
    }

    @Override
    public CompletableFuture<Void> clearLimit() {
        LimitRegistry limits = limits();
        return (key().isEmpty() ? limits.clear(name()) : limits.clear(limiterKey())).toCompletableFuture();
    }

    /** What is asked for, or {@code null} while the limit is not known here. */
    private @Nullable Demand demand(long permits) {
        return levels.findDemand(query(), permits, false);
    }

    @Override
    public boolean tryAcquire(long permits, Duration timeout) {
        return decide(levels.findDemand(query(), permits, !waits.isObserved()), permits, timeout)
                .allowed();
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        return decide(demand(permits), permits, timeout);
    }

    private Decision decide(@Nullable Demand demand, long permits, Duration timeout) {
        if (demand == null || !isNone(timeout)) {
            return now(() -> ask(demand, permits, timeout, AnswerDelivery.DIRECT, FIRST));
        }
        ImmediateCall<Decision> call = new ImmediateCall<>(waits, demand, this, AnswerDelivery.DIRECT, FIRST);
        Decision decision = call.decide();
        return decision != null ? decision : call.await();
    }

    private static boolean isNone(Duration timeout) {
        return timeout.isZero() || timeout.isNegative();
    }

    @Override
    protected <T> CompletableFuture<T> request(
            long permits, Duration timeout, Executor where, Function<Decision, T> result) {
        try {
            Demand demand = demand(permits);
            PermitResult<T> first = (grant, decisions) -> result.apply(decisions.get(0));
            if (demand == null || !isNone(timeout)) {
                return ask(demand, permits, timeout, where, first);
            }
            ImmediateCall<T> call = new ImmediateCall<>(waits, demand, this, where, first);
            Decision decision = call.decide();
            return decision != null ? CompletableFuture.completedFuture(result.apply(decision)) : call.answer();
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    protected CompletableFuture<Hold> requestHold(long permits, Duration timeout, Executor where) {
        try {
            return ask(demand(permits), permits, timeout, where, new Holds.Single(waits.settlements));
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private <T> CompletableFuture<T> ask(
            @Nullable Demand demand, long permits, Duration timeout, Executor where, PermitResult<T> result) {
        return demand != null
                ? waits.start(List.of(demand), timeout, where, result)
                : waits.start(levels.loadDemand(query(), permits).thenApply(List::of), timeout, where, result);
    }

    @Override
    protected CompletableFuture<Long> findAvailable() {
        return ask(demand -> waits.settings.blocks().usage(demand)).thenApply(Usage::remaining);
    }

    @Override
    protected CompletableFuture<Void> doRelease(long permits) {
        return ask(demand -> waits.settings.usage().release(demand.of(permits)));
    }

    @Override
    protected CompletableFuture<Void> doCharge(long permits) {
        return ask(demand -> waits.settlements.charge(demand.of(Math.min(permits, Settlement.MOST))));
    }

    @Override
    protected CompletableFuture<Void> doReset() {
        return ask(demand -> waits.settings.usage().reset(demand));
    }

    @Override
    public CompletableFuture<Void> doBlock(Duration duration) {
        return ask(demand -> waits.settings.blocks().block(demand, duration));
    }

    @Override
    public CompletableFuture<Duration> findBlock() {
        return ask(demand -> waits.settings.blocks().usage(demand)).thenApply(Usage::blockedFor);
    }

    private <T> CompletableFuture<T> ask(Function<Demand, CompletionStage<T>> question) {
        Demand demand = demand(0);
        CompletableFuture<Demand> known =
                demand != null ? CompletableFuture.completedFuture(demand) : levels.loadDemand(query(), 0);
        return known.thenCompose(question);
    }
}
