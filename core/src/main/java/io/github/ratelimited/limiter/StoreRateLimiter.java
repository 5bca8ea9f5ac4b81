package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.LimitPrecedence;
import io.github.ratelimited.limits.LimitQuery;
import io.github.ratelimited.limits.LimitRegistry;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A name and a key of {@link StoreRateLimiters}. */
final class StoreRateLimiter extends AbstractRateLimiter implements UsageMemo {

    private static final PermitResult<Decision> FIRST = (grant, decisions) -> decisions.get(0);

    private final WaitRegistry waits;

    /** Finds the limit in force. */
    private final LimitPrecedence levels;

    private @Nullable Object remembered;

    StoreRateLimiter(WaitRegistry waits, LimitPrecedence levels, LimitQuery query) {
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
        return with(new LimitQuery(
                new LimiterKey(name(), KeyEncoding.shortOf(key)), parts(key), query().own(), query().plan()));
    }

    /** Read at once, because callers may change a key, but later for a limiter that does not ask a source yet. */
    private Supplier<List<String>> parts(Object key) {
        if (!levels.mayBeSourced()) {
            return List::of;
        }
        if (!levels.isSourced()) {
            return () -> KeyEncoding.parts(key);
        }
        List<String> parts = KeyEncoding.parts(key);
        return () -> parts;
    }

    @Override
    public RateLimiter withLimit(RateLimit limit) {
        return with(
                new LimitQuery(limiterKey(), query().keyParts(), SettingChecks.given("limit", limit), query().plan()));
    }

    @Override
    public RateLimiter withPlan(@Nullable String plan) {
        return Objects.equals(plan, query().plan())
                ? this
                : with(new LimitQuery(limiterKey(), query().keyParts(), query().own(), plan));
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
        return levels.limit(query()).thenApply(AppliedLimit::limit);
    }

    @Override
    public CompletableFuture<Boolean> setLimit(RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        LimitRegistry limits = limits();
        if (!key().isEmpty()) {
            // As it was given, because the window of the name, which it takes over, may change.
            return levels.requireBeside(limit).thenCompose(fits -> limits.set(limiterKey(), limit, validFor, replaces));
        }
        return validFor == null
                ? levels.following(limit).thenCompose(following -> limits.set(name(), following, replaces))
                : CompletableFuture.failedFuture(new UnsupportedOperationException(
                        "Only the limit of a key can expire, but '" + name() + "' has no key"));
    }

    @Override
    public CompletableFuture<Void> clearLimit() {
        LimitRegistry limits = limits();
        return (key().isEmpty() ? limits.clear(name()) : limits.clear(limiterKey())).toCompletableFuture();
    }

    @Override
    public boolean tryAcquire(long permits, Duration timeout) {
        return decide(permits, timeout, !waits.isObserved()).allowed();
    }

    @Override
    public Decision decide(long permits, Duration timeout) {
        return decide(permits, timeout, false);
    }

    private Decision decide(long permits, Duration timeout, boolean brief) {
        ImmediateCall<Decision> call = immediate(permits, timeout, brief, AnswerDelivery.DIRECT, FIRST);
        if (call == null) {
            return now(() -> waiting(permits, timeout, AnswerDelivery.DIRECT, FIRST));
        }
        Decision decision = call.decide();
        return decision != null ? decision : call.await();
    }

    /** {@code null} for a call that may wait for permits, or has to wait for its limit. */
    private <T> @Nullable ImmediateCall<T> immediate(
            long permits, Duration timeout, boolean brief, Executor where, PermitResult<T> result) {
        if (timeout == null) {
            // Only here, so that calls do not pay for it.
            SettingChecks.given("timeout", timeout);
        }
        boolean mayWait = timeout.compareTo(Duration.ZERO) > 0;
        Demand demand = mayWait ? null : levels.findDemand(query(), permits, brief);
        return demand == null ? null : new ImmediateCall<>(waits, demand, this, where, result);
    }

    private <T> CompletableFuture<T> waiting(long permits, Duration timeout, Executor where, PermitResult<T> result) {
        return waits.start(name(), levels.demand(query(), permits).thenApply(List::of), timeout, where, result);
    }

    @Override
    protected <T> CompletableFuture<T> request(
            long permits, Duration timeout, Executor where, Function<Decision, T> result) {
        try {
            PermitResult<T> first = (grant, decisions) -> result.apply(decisions.get(0));
            ImmediateCall<T> call = immediate(permits, timeout, false, where, first);
            if (call == null) {
                return waiting(permits, timeout, where, first);
            }
            Decision decision = call.decide();
            return decision != null
                    ? new DecidedAtOnce<>(this, decision, permits, result.apply(decision))
                    : call.answer();
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    protected CompletableFuture<Hold> requestHold(long permits, Duration timeout, Executor where) {
        return waiting(permits, timeout, where, new Holds.Single(waits.settlements));
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
        return levels.demand(query(), 0).thenCompose(question);
    }
}
