package io.github.ratelimited.limits;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.limits.Plans.OnePlan;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds the limits in force of one name by their precedence: that of the call, what was set at run time for the key, the
 * source, the plan, what was set at run time for the name, what is declared. The {@link LimitRegistry} finds the last two;
 * {@code SettingsPrecedence} says what is declared where configuration and annotation differ. Safe for use by many threads.
 */
public final class LimitPrecedence {

    private final String name;
    private final LimitLevels levels;
    private final AtomicLong changes;
    private final boolean open;
    private final boolean mayBeSourced;
    private volatile @Nullable Known known;

    /** What is in force for as long as the number of changes stays. */
    private record Known(long changes, @Nullable AppliedLimit own, boolean noKeys) {}

    LimitPrecedence(String name, LimitLevels levels) {
        this.name = name;
        this.levels = levels;
        this.changes = levels.limits.changes();
        this.open = levels.limits.isOpen();
        this.mayBeSourced = levels.sources.mayBeAsked();
    }

    private Known known() {
        Known last = known;
        long now = changes.get();
        if (last == null || last.changes != now) {
            // Only here, so that calls do not pay for it: closing is a change as well.
            levels.requireOpen(name);
            last = new Known(now, levels.limits.find(name), levels.limits.keys().isEmpty(name));
            known = last;
        }
        return last;
    }

    /** Fails with an {@link IllegalStateException} after closing. */
    public void requireOpen() {
        levels.requireOpen(name);
    }

    /** {@return whether there is a source, which may be asked for keys} */
    public boolean mayBeSourced() {
        return mayBeSourced;
    }

    /** {@return whether a source is asked for keys by now} */
    public boolean isSourced() {
        return mayBeSourced && levels.sources.areAskedFor(name);
    }

    /**
     * Looks at what is asked for.
     *
     * @param brief whether a caller only asks whether, and no observer follows
     * @return it under the limit in force, {@code null} when {@link #demand(LimitQuery, long)} has to ask for it
     * @throws IllegalArgumentException when the caller's own limit cannot count beside that of the limiter
     * @throws io.github.ratelimited.ImpossiblePermitsException when the permits can never be granted at once
     */
    public @Nullable Demand findDemand(LimitQuery query, long permits, boolean brief) {
        AppliedLimit limit = find(query);
        return limit == null ? null : demand(limit, query.limiterKey(), permits, brief);
    }

    /**
     * {@return what is asked for under the limit in force; fails with what {@link #findDemand} throws, and with
     * {@link IllegalStateException} when there is no limit}
     */
    public CompletableFuture<Demand> demand(LimitQuery query, long permits) {
        try {
            return limit(query).thenApply(limit -> {
                levels.requireOpen(name);
                return demand(limit, query.limiterKey(), permits, false);
            });
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private Demand demand(AppliedLimit limit, LimiterKey limiterKey, long permits, boolean brief) {
        Audience audience = levels.audiences.ask(each -> Objects.requireNonNull(each.apply(name)), Audience.CLIENT);
        return limit.demand(limiterKey, permits, audience, brief);
    }

    /**
     * {@return the limit in force; fails with {@link IllegalStateException} when there is none}
     *
     * @throws IllegalArgumentException when the caller's own limit cannot count beside that of the limiter
     */
    public CompletableFuture<AppliedLimit> limit(LimitQuery query) {
        AppliedLimit known = find(query);
        return known != null ? CompletableFuture.completedFuture(known) : load(query);
    }

    /** The limit in force, {@code null} when others have to be asked for it. */
    private @Nullable AppliedLimit find(LimitQuery query) {
        Known now = known();
        AppliedLimit own = now.own;
        if (open) {
            return own;
        }
        if (query.own() != null) {
            return own == null && !levels.limits.isRead() ? null : ofCaller(query, query.own(), own);
        }
        if (own == null) {
            return null;
        }
        LimiterKey limiterKey = query.limiterKey();
        if (limiterKey.key().isEmpty()) {
            return withoutKeyLimit(query, own);
        }
        if (!now.noKeys) {
            KeyLimitTable keys = levels.limits.keys();
            if (!keys.isComplete()) {
                return null;
            }
            AppliedLimit ofKey = beside(own, keys.find(limiterKey));
            if (ofKey != null) {
                return ofKey.withPlan(planOf(query));
            }
        }
        return isSourced() && !levels.sources.isKnown(limiterKey) ? null : withoutKeyLimit(query, own);
    }

    private AppliedLimit ofCaller(LimitQuery query, RateLimit limit, @Nullable AppliedLimit own) {
        RateLimit fitting = LimitConflict.require(name, own == null ? null : own.limit(), limit);
        return new AppliedLimit(fitting, Origin.CALL, planOf(query));
    }

    private @Nullable AppliedLimit beside(AppliedLimit own, @Nullable AppliedLimit ofKey) {
        if (ofKey == null) {
            return null;
        }
        AppliedLimit limit = levels.fitted.beside(own.limit(), ofKey);
        String conflict = LimitConflict.of(own.limit(), limit.limit());
        if (conflict == null) {
            return limit;
        }
        levels.ignored.reportKeyLimit(name, limit.limit(), conflict);
        return null;
    }

    private AppliedLimit withoutKeyLimit(LimitQuery query, AppliedLimit own) {
        boolean asksSource = !query.limiterKey().key().isEmpty() && isSourced();
        AppliedLimit ofSource = asksSource ? levels.sources.find(query.limiterKey(), own.limit()) : null;
        if (ofSource != null) {
            return ofSource.withPlan(planOf(query));
        }
        String asked = query.plan();
        if (asked == null) {
            return own;
        }
        Plans known = levels.plans(name);
        OnePlan plan = known.find(asked);
        if (plan == null) {
            levels.ignored.reportUnknownPlan(name, asked, known);
            return own.withPlan(Demand.UNKNOWN_PLAN);
        }
        AppliedLimit ofPlan = plan.beside(own.limit(), levels.limits.declared(name));
        if (ofPlan == null) {
            levels.ignored.reportUnfitPlan(name, plan.name(), own.limit());
            return own.withPlan(plan.name());
        }
        return ofPlan;
    }

    private @Nullable String planOf(LimitQuery query) {
        String asked = query.plan();
        return asked == null ? null : levels.plans(name).nameOf(asked);
    }

    private CompletableFuture<AppliedLimit> load(LimitQuery query) {
        CompletableFuture<AppliedLimit> own = loadOwn();
        RateLimit ofCaller = query.own();
        if (ofCaller != null) {
            return own.handle((loaded, unknown) -> ofCaller(query, ofCaller, loaded));
        }
        if (query.limiterKey().key().isEmpty()) {
            return own.thenApply(loaded -> withoutKeyLimit(query, loaded));
        }
        return own.thenCombine(
                        levels.limits.load(query.limiterKey()),
                        (loaded, key) -> load(query, loaded, beside(loaded, key)))
                .thenCompose(decided -> decided);
    }

    private CompletionStage<AppliedLimit> load(LimitQuery query, AppliedLimit own, @Nullable AppliedLimit ofKey) {
        if (ofKey != null) {
            return CompletableFuture.completedFuture(ofKey.withPlan(planOf(query)));
        }
        List<String> parts = isSourced() ? query.keyParts().get() : List.of();
        return parts.isEmpty()
                ? CompletableFuture.completedFuture(withoutKeyLimit(query, own))
                : levels.sources.load(query.limiterKey(), parts).thenApply(there -> withoutKeyLimit(query, own));
    }

    /** {@return complete if a limit can count beside that of the name; fails with {@link IllegalArgumentException} if not} */
    public CompletableFuture<Void> requireBeside(RateLimit other) {
        return loadOwn().thenAccept(own -> {
            if (!open) {
                LimitConflict.require(name, own.limit(), other);
            }
        });
    }

    /** {@return a limit for the name as it follows the one in force, of which there may be none} */
    public CompletableFuture<RateLimit> following(RateLimit other) {
        return loadOwn()
                .thenApply(own -> LimitConflict.beside(own.limit().algorithm(), other))
                .exceptionallyCompose(failure -> Futures.cause(failure) instanceof IllegalStateException
                        ? CompletableFuture.completedFuture(other)
                        : CompletableFuture.failedFuture(failure));
    }

    private CompletableFuture<AppliedLimit> loadOwn() {
        AppliedLimit own = levels.limits.find(name);
        return own != null
                ? CompletableFuture.completedFuture(own)
                : levels.limits.load(name).toCompletableFuture();
    }

    /** {@return what was asked for, under the limit that is in force by now} */
    public Demand latest(Demand demand) {
        if (demand.origin() == Origin.CALL) {
            return demand;
        }
        String plan = Demand.UNKNOWN_PLAN.equals(demand.plan()) ? null : demand.plan();
        AppliedLimit limit = find(new LimitQuery(demand.limiterKey(), List::of, null, plan));
        return limit == null || limit.limit().equals(demand.limit())
                ? demand
                : demand(limit.withPlan(demand.plan()), demand.limiterKey(), demand.permits(), demand.brief());
    }
}
