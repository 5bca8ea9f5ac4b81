package io.github.ratelimited.limits;

import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.store.Demand;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The plans of one limiter. Names compare ignoring case, hyphens and underscores. Safe for use by many threads. */
public final class Plans {

    /** No plans. */
    public static final Plans NONE = new Plans("", Map.of());

    private static final Set<String> TAGS = Set.of("none", "other");

    private final Map<String, OnePlan> byName = new TreeMap<>();
    private final Set<String> names = new TreeSet<>();

    /** A plan, and its limit beside the one that was in force last. */
    static final class OnePlan {

        private final String name;
        private final Plan plan;
        private volatile @Nullable Resolved last;

        private record Resolved(
                RateLimit inForce,
                @Nullable RateLimit declared,
                @Nullable AppliedLimit limit) {}

        OnePlan(String name, Plan plan) {
            this.name = name;
            this.plan = plan;
        }

        String name() {
            return name;
        }

        /**
         * What the plan leaves out comes from the declared limit, or from the one in force where only so it can count beside
         * it; {@code null} where it cannot.
         */
        @Nullable
        AppliedLimit beside(RateLimit inForce, @Nullable RateLimit declared) {
            Resolved known = last;
            if (known == null || !known.inForce.equals(inForce) || !Objects.equals(known.declared, declared)) {
                RateLimit limit = declared == null ? null : fitting(inForce, declared);
                limit = limit != null ? limit : fitting(inForce, inForce);
                known = new Resolved(
                        inForce, declared, limit == null ? null : new AppliedLimit(limit, Origin.PLAN, name));
                last = known;
            }
            return known.limit;
        }

        private @Nullable RateLimit fitting(RateLimit inForce, RateLimit own) {
            try {
                RateLimit limit = plan.of(own);
                return LimitConflict.of(inForce, limit) == null ? limit : null;
            } catch (IllegalArgumentException ex) {
                return null;
            }
        }
    }

    private Plans(String limiter, Map<String, Plan> plans) {
        plans.forEach((name, plan) -> {
            SettingChecks.planName(limiter, name);
            SettingChecks.given("plan '" + name + "' of '" + limiter + "'", plan);
            OnePlan same = byName.putIfAbsent(plain(name), new OnePlan(name, plan));
            if (same != null) {
                throw new IllegalArgumentException("The plans '" + same.name + "' and '" + name
                        + "' are the same: names compare ignoring case, hyphens and underscores");
            }
            if (TAGS.contains(plain(name))) {
                throw new IllegalArgumentException(
                        "'" + name + "' is not a valid name of a plan: metrics use it for calls without a plan");
            }
            names.add(name);
        });
    }

    /**
     * {@return the plans of a limiter}
     *
     * @param limiter name of the limiter
     * @throws IllegalArgumentException when a value is missing, two names are the same, or one is reserved or not well-formed
     */
    public static Plans of(String limiter, Map<String, Plan> plans) {
        SettingChecks.given("plans of '" + limiter + "'", plans);
        return plans.isEmpty() ? NONE : new Plans(limiter, plans);
    }

    @Nullable
    OnePlan find(String name) {
        OnePlan exact = byName.get(name);
        return exact != null ? exact : byName.get(plain(name));
    }

    /** {@return the name of a plan as it is configured, or that of unknown ones} */
    String nameOf(String asked) {
        OnePlan plan = find(asked);
        return plan == null ? Demand.UNKNOWN_PLAN : plan.name();
    }

    private static String plain(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** {@return the names as they are configured, sorted} */
    public Set<String> names() {
        return names;
    }

    /** {@return why limits of plans cannot count beside the limiter's own, by the names of the plans, sorted} */
    public Map<String, String> conflicts(RateLimit own) {
        Map<String, String> conflicts = new TreeMap<>();
        byName.values().forEach(plan -> {
            try {
                String conflict = LimitConflict.of(own, plan.plan.of(own));
                if (conflict != null) {
                    conflicts.put(plan.name, conflict);
                }
            } catch (IllegalArgumentException ex) {
                conflicts.put(plan.name, String.valueOf(ex.getMessage()));
            }
        });
        return conflicts;
    }

    /**
     * Refuses plans that cannot count beside the limiter's own limit.
     *
     * @param limiter name of the limiter
     * @param own the limiter's own limit
     * @throws IllegalArgumentException with the first of them and the reason
     */
    public void requireBeside(String limiter, RateLimit own) {
        conflicts(own).forEach((plan, conflict) -> {
            throw new IllegalArgumentException("The plan '" + plan + "' of rate limit '" + limiter + "': " + conflict);
        });
    }
}
