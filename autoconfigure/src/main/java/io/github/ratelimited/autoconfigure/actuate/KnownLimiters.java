package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.definition.UsedLimiter;
import io.github.ratelimited.interceptor.settings.LimitOrigin;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.limits.KeyLimit;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.DecisionCounts.Outcome;
import io.github.ratelimited.observe.DeniedKeys;
import io.github.ratelimited.observe.DeniedKeys.Denied;
import io.github.ratelimited.observe.LeaseCounts;
import io.github.ratelimited.observe.LeaseCounts.Leased;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the endpoint shows of the limiters of an application. Safe for use by many threads. */
final class KnownLimiters {

    private final RateLimiters limiters;
    private final RateLimitedMethods methods;
    private final DecisionCounts counts;
    private final LeaseCounts leases;
    private final @Nullable DeniedKeys deniedKeys;
    private final boolean plainKeys;

    KnownLimiters(
            RateLimiters limiters,
            RateLimitedMethods methods,
            DecisionCounts counts,
            LeaseCounts leases,
            @Nullable DeniedKeys deniedKeys,
            boolean plainKeys) {
        this.limiters = limiters;
        this.methods = methods;
        this.counts = counts;
        this.leases = leases;
        this.deniedKeys = deniedKeys;
        this.plainKeys = plainKeys;
    }

    /** Who set the limit in force of a name. */
    enum SetBy {
        OPERATOR,
        CONFIGURATION,
        ANNOTATION,
        DEFAULT,
        PROGRAM
    }

    /** All limiters, sorted by name, and the keys rejected most, the most rejected first. */
    record All(List<Limiter> limiters, List<Denied> deniedKeys) {}

    /**
     * A limiter.
     *
     * @param limit limit in force, {@code null} when it is not known
     * @param setBy who set it
     * @param mode what it does about calls of methods and requests
     * @param decisions decisions of this instance since its start, by outcome
     * @param leases permits that this instance has taken ahead since its start, {@code null} where it has not
     */
    record Limiter(
            String name,
            @Nullable RateLimit limit,
            SetBy setBy,
            LimiterMode mode,
            List<String> methods,
            Map<Outcome, Long> decisions,
            @Nullable Leased leases) {}

    /**
     * A limiter and how much of it is used.
     *
     * @param limit limit that counts for the key and plan
     * @param origin which level gave it, as in decisions
     * @param plan name of the plan that gave it, {@code null} when none did
     */
    record State(
            Limiter limiter,
            RateLimit limit,
            Decision.Origin origin,
            @Nullable String plan,
            long availablePermits,
            Duration resetAfter) {}

    /** Limits that a change of the limit of a name does not touch: those of plans, and of how many keys. */
    record Untouched(Set<String> plans, int keys) {}

    /** How many keys have limits that were set at run time, and some of them, sorted by key. */
    record Keys(int total, List<KeyLimit> keys) {}

    All all() {
        Set<String> names = new TreeSet<>(limiters.names());
        List<UsedLimiter> uses = methods.uses();
        uses.forEach(use -> names.add(use.limiter()));
        return new All(
                names.stream().map(name -> describe(name, uses)).toList(),
                deniedKeys == null
                        ? List.of()
                        : deniedKeys.most().stream()
                                .map(denied -> plainKeys ? denied : hashed(denied))
                                .toList());
    }

    private static Denied hashed(Denied denied) {
        return new Denied(denied.limiter(), hash(denied.key()), denied.denials());
    }

    /** {@return the first 16 digits of the SHA-256 of a key} */
    static String hash(String key) {
        return KeyEncoding.sha256(key).substring(0, 16);
    }

    @Nullable
    State state(String name, @Nullable Object key, @Nullable String plan) {
        RateLimiter limiter = find(name);
        if (limiter == null) {
            return null;
        }
        RateLimiter ofKey = forKey(limiter, key).withPlan(plan);
        Decision decision = ofKey.decide(0, Duration.ZERO);
        return new State(
                describe(name, methods.uses()),
                decision.limit(),
                decision.origin(),
                decision.plan(),
                ofKey.availablePermits(),
                decision.resetAfter());
    }

    Untouched untouched(String name) {
        return limiters instanceof StoreRateLimiters own
                ? new Untouched(
                        own.levels().plans(name).names(), own.levels().keys().count(name))
                : new Untouched(Set.of(), 0);
    }

    @Nullable
    Keys keys(String name, String after, int most) {
        return limiters instanceof StoreRateLimiters own
                ? new Keys(own.levels().keys().count(name), own.levels().keys().page(name, after, most))
                : null;
    }

    /** The limiter, or {@code null} when the name has no limit. */
    @Nullable
    RateLimiter find(String name) {
        try {
            RateLimiter limiter = limiters.get(name);
            limiter.limit();
            return limiter;
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return null;
        }
    }

    static RateLimiter forKey(RateLimiter limiter, @Nullable Object key) {
        return key == null ? limiter : limiter.forKey(key);
    }

    /** The limit in force, or {@code null} when it is not known. */
    @Nullable
    RateLimit limit(RateLimiter limiter) {
        try {
            return limiter.limit();
        } catch (IllegalStateException | RateLimiterUnavailableException ex) {
            return null;
        }
    }

    private Limiter describe(String name, List<UsedLimiter> uses) {
        List<UsedLimiter> own =
                uses.stream().filter(use -> use.limiter().equals(name)).toList();
        RateLimiter limiter = limiters.get(name);
        RateLimit limit = limit(limiter);
        return new Limiter(
                name,
                limit,
                limit != null && limiter.isRateSet() ? SetBy.OPERATOR : declared(name, own),
                methods.settings().mode(name),
                own.stream().map(UsedLimiter::method).toList(),
                counts.of(name),
                leases.of(name));
    }

    private SetBy declared(String name, List<UsedLimiter> uses) {
        Set<LimitOrigin> sources = EnumSet.noneOf(LimitOrigin.class);
        uses.stream().map(UsedLimiter::source).filter(Objects::nonNull).forEach(sources::add);
        if (sources.contains(LimitOrigin.ANNOTATION)) {
            return SetBy.ANNOTATION;
        }
        if (sources.contains(LimitOrigin.DEFAULT)) {
            return SetBy.DEFAULT;
        }
        boolean configured = !sources.isEmpty() || methods.settings().limits().containsKey(name);
        return configured ? SetBy.CONFIGURATION : SetBy.PROGRAM;
    }
}
