package io.github.ratelimited.interceptor.settings;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Audience;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters.Plan;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says about limiters, and how it ranks: a limiter's own properties win over annotations, and those over
 * the defaults. What it gives is declared; {@link io.github.ratelimited.limits.LimitPrecedence} ranks that with what is set at run
 * time.
 *
 * @param defaults {@code ratelimited.defaults}, for what neither the limiter's own properties nor an annotation says
 * @param limiters {@code ratelimited.limiters} by name; they win over annotations
 * @param plans plans of limiters by name, of which some have none
 * @param sourced names of the limiters that ask the application's source for the limits of their keys
 */
public record SettingsPrecedence(
        LimiterSettings defaults,
        Map<String, LimiterSettings> limiters,
        Map<String, Map<String, Plan>> plans,
        Set<String> sourced) {

    /** Leaves everything to the annotations. */
    public static final SettingsPrecedence NONE = new SettingsPrecedence(LimiterSettings.NONE, Map.of());

    /** Switches all limiters off. */
    public static final SettingsPrecedence OFF = new SettingsPrecedence(
            new LimiterSettings(null, null, null, null, null, null, null, LimiterMode.OFF, null, null, null), Map.of());

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]+");

    public SettingsPrecedence {
        limiters = Map.copyOf(limiters);
        plans = Map.copyOf(plans);
        sourced = Set.copyOf(sourced);
    }

    /** Says nothing of plans and of a source. */
    public SettingsPrecedence(LimiterSettings defaults, Map<String, LimiterSettings> limiters) {
        this(defaults, limiters, Map.of(), Set.of());
    }

    /**
     * {@return the limits that the configuration alone describes, for programs and annotations that only know the name}
     *
     * @throws IllegalArgumentException when a value is out of range; the message names the property
     */
    public SortedMap<String, RateLimit> limits() {
        SortedMap<String, RateLimit> limits = new TreeMap<>();
        limiters.forEach((name, settings) -> {
            RateLimit limit = describedLimit(name, settings);
            if (limit != null) {
                limits.put(name, limit);
            }
        });
        return limits;
    }

    private @Nullable RateLimit describedLimit(String name, LimiterSettings settings) {
        try {
            LimiterSettings all = inherited(settings.requireZoneInPlace());
            // The rest may well stand in an annotation: half a limit is no mistake, and a policy alone is no limit.
            return all.isComplete() && settings.describesLimit() ? limit(settings) : null;
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(property(name) + ": " + ex.getMessage(), ex);
        }
    }

    /** {@return the property of a limiter, with brackets around a name from which they keep dots and the like} */
    public static String property(String limiter) {
        return property("ratelimited.limiters", limiter);
    }

    /** The property of an entry of a map, with brackets around a key as above. */
    public static String property(String map, String key) {
        return map + '.' + (PLAIN.matcher(key).matches() ? key : '[' + key + ']');
    }

    /** What is said about one limiter alone, by its properties or else by its annotation. */
    public LimiterSettings own(String name, LimiterSettings annotated) {
        return combined(limiters.getOrDefault(name, LimiterSettings.NONE), annotated);
    }

    /** What counts for a limiter: its own settings, and the defaults for what they leave open. */
    public LimiterSettings inherited(LimiterSettings own) {
        return combined(own, defaults);
    }

    /**
     * Settings of one source, with another for what they leave open. An interval that is counted by the calendar brings its
     * algorithm and its zone: settings with another interval do not inherit these.
     */
    private static LimiterSettings combined(LimiterSettings one, LimiterSettings other) {
        boolean apart = one.interval() != null && other.interval() != null;
        Algorithm algorithm = apart && other.algorithm() == Algorithm.CALENDAR_WINDOW ? null : other.algorithm();
        return new LimiterSettings(
                first(one.rate(), other.rate()),
                first(one.interval(), other.interval()),
                first(one.type(), other.type()),
                first(one.algorithm(), algorithm),
                first(one.burst(), other.burst()),
                first(one.timeout(), other.timeout()),
                first(one.onFailure(), other.onFailure()),
                first(one.mode(), other.mode()),
                first(one.audience(), other.audience()),
                first(one.blockFor(), other.blockFor()),
                apart ? one.zone() : first(one.zone(), other.zone()));
    }

    private static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
        return one != null ? one : other;
    }

    /** Where the limit of a limiter comes from, if it has one. */
    public LimitOrigin source(String name, LimiterSettings annotated) {
        if (limiters.getOrDefault(name, LimiterSettings.NONE).describesLimit()) {
            return LimitOrigin.CONFIGURATION;
        }
        return annotated.rate() != null ? LimitOrigin.ANNOTATION : LimitOrigin.DEFAULT;
    }

    /**
     * {@return whether calls may count under other limits than that of their limiter, so that nobody knows before what they can
     * get}
     *
     * @param key expression for whom calls count, {@code null} for all together
     * @param plan expression for the plan of a call, {@code null} for none
     */
    public boolean isLimitOfCall(String limiter, @Nullable Object key, @Nullable Object plan) {
        return plan != null || key != null && sourced.contains(limiter);
    }

    /** {@return what a limiter does about calls of methods and requests} */
    public LimiterMode mode(String name) {
        return Objects.requireNonNullElse(said(name, LimiterSettings::mode), LimiterMode.ENFORCE);
    }

    /** {@return how long a limiter waits where only the configuration says so, zero when nothing is said} */
    public Duration timeout(String name) {
        return Objects.requireNonNullElse(said(name, LimiterSettings::timeout), Duration.ZERO);
    }

    /** {@return whom a limiter is meant for; where the configuration does not say, that of the place} */
    public Audience audience(String name, Audience place) {
        return Objects.requireNonNullElse(said(name, LimiterSettings::audience), place);
    }

    /** {@return how long a limiter blocks a key that it rejects, as only the configuration says} */
    public @Nullable Duration blockFor(String name) {
        return said(name, LimiterSettings::blockFor);
    }

    /** {@return what happens to calls that the store cannot decide, as only the configuration says} */
    public @Nullable FailurePolicy onFailure(String name) {
        return said(name, LimiterSettings::onFailure);
    }

    private <T> @Nullable T said(String name, Function<LimiterSettings, @Nullable T> what) {
        T own = what.apply(limiters.getOrDefault(name, LimiterSettings.NONE));
        return own != null ? own : what.apply(defaults);
    }

    /** The limit of a limiter with settings of its own, {@code null} when nothing describes one. */
    @Nullable
    public RateLimit limit(LimiterSettings own) {
        LimiterSettings all = inherited(own);
        if (all.rate() == null && !own.describesLimit()) {
            return null;
        }
        // A default burst is meant for the limiters that have a bucket.
        boolean strayBurst = own.burst() == null && all.algorithm() != Algorithm.TOKEN_BUCKET;
        return all.toLimit(strayBurst ? null : all.burst(), all.zone() != null ? all.zone() : defaults.zone());
    }
}
