package io.github.ratelimited.limits;

import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.Plans.OnePlan;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limits in force of one name, by key and plan. Safe for use by many threads. */
public final class NameLevels {

    private final String name;
    private final LimitRegistry limits;
    private final Supplier<@Nullable AppliedLimit> ofName;
    private final KeyLimits.OfName ofKeys;
    private final LimitSources sources;
    private final boolean sourced;
    private final Supplier<Plans> plans;
    private final UnknownPlans unknownPlans;

    NameLevels(
            String name, LimitRegistry limits, LimitSources sources, Supplier<Plans> plans, UnknownPlans unknownPlans) {
        this.name = name;
        this.limits = limits;
        this.ofName = limits.of(name);
        this.ofKeys = limits.keys().of(name);
        this.sources = sources;
        this.sourced = sources.areAskedFor(name);
        this.plans = plans;
        this.unknownPlans = unknownPlans;
    }

    /** {@return whether the text of keys is needed, for the source} */
    public boolean isSourced() {
        return sourced;
    }

    /**
     * The limit in force as far as this process knows.
     *
     * @param query for whom
     * @return the limit, or {@code null} when it has to be asked for with {@link #load(LimitQuery)}
     * @throws IllegalArgumentException when the caller's own limit cannot count beside that of the limiter
     */
    public @Nullable AppliedLimit find(LimitQuery query) {
        AppliedLimit own = ofName.get();
        if (query.own() != null) {
            SameState.require(name, own == null ? null : own.limit(), query.own());
            return new AppliedLimit(query.own(), Origin.CALL, planOf(query));
        }
        if (own == null || !query.limiterKey().key().isEmpty() && !isKnown(query.limiterKey())) {
            return null;
        }
        return decide(query, own, ofKeys.find(query.limiterKey().key()));
    }

    private boolean isKnown(LimiterKey limiterKey) {
        return ofKeys.isComplete() && (!sourced || sources.isKnown(limiterKey));
    }

    /** The limit that was set for the key is given, because it may have been asked for. */
    private AppliedLimit decide(LimitQuery query, AppliedLimit own, @Nullable AppliedLimit ofKey) {
        if (!query.limiterKey().key().isEmpty()) {
            if (ofKey != null && SameState.conflict(own.limit(), ofKey.limit()) == null) {
                return ofKey.withPlan(planOf(query));
            }
            AppliedLimit ofSource = sourced ? sources.find(query.limiterKey(), own.limit()) : null;
            if (ofSource != null) {
                return ofSource.withPlan(planOf(query));
            }
        }
        String asked = query.plan();
        if (asked == null) {
            return own;
        }
        Plans known = plans.get();
        OnePlan plan = known.find(asked);
        if (plan == null) {
            unknownPlans.tell(name, asked, known);
            return own.withPlan(Demand.UNKNOWN_PLAN);
        }
        RateLimit declared = limits.declared(name);
        return plan.under(declared != null ? declared : own.limit());
    }

    private @Nullable String planOf(LimitQuery query) {
        String asked = query.plan();
        if (asked == null) {
            return null;
        }
        OnePlan plan = plans.get().find(asked);
        return plan == null ? Demand.UNKNOWN_PLAN : plan.name();
    }

    /**
     * Asks for the limit in force.
     *
     * @param query for whom
     * @return the limit; fails with {@link IllegalStateException} when there is none
     */
    public CompletableFuture<AppliedLimit> load(LimitQuery query) {
        LimiterKey limiterKey = query.limiterKey();
        CompletableFuture<AppliedLimit> own = loadOwn();
        if (limiterKey.key().isEmpty()) {
            return own.thenApply(loaded -> decide(query, loaded, null));
        }
        CompletionStage<@Nullable AppliedLimit> ofKey = ofKeys.isComplete()
                ? CompletableFuture.completedFuture(ofKeys.find(limiterKey.key()))
                : limits.keys().load(limiterKey);
        return own.thenCombine(
                        ofKey,
                        (loaded, key) -> key != null || !sourced
                                ? CompletableFuture.completedFuture(decide(query, loaded, key))
                                : sources.load(limiterKey, query.keyText())
                                        .thenApply(there -> decide(query, loaded, null)))
                .thenCompose(decided -> decided);
    }

    private CompletableFuture<AppliedLimit> loadOwn() {
        AppliedLimit known = ofName.get();
        return known != null
                ? CompletableFuture.completedFuture(known)
                : limits.load(name)
                        .thenApply(limit -> {
                            AppliedLimit found = ofName.get();
                            return found != null ? found : new AppliedLimit(limit, Origin.DECLARED);
                        })
                        .toCompletableFuture();
    }

    /**
     * What was asked for, under the limit that is in force by now.
     *
     * @param demand what was asked for
     * @return the same, or under another limit
     */
    public Demand latest(Demand demand) {
        if (demand.origin() == Origin.CALL) {
            return demand;
        }
        String plan = Demand.UNKNOWN_PLAN.equals(demand.plan()) ? null : demand.plan();
        AppliedLimit limit = find(new LimitQuery(demand.limiterKey(), demand.key(), null, plan));
        return limit == null || limit.limit().equals(demand.limit())
                ? demand
                : limit.withPlan(demand.plan()).demand(demand.limiterKey(), demand.permits());
    }
}
