package io.github.ratelimited;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The decision about one request for permits. Immutable. Durations are rounded up to whole microseconds.
 *
 * @param limiter name of the limiter that decided; of several limiters the one that rejected the call, or, where all
 *     allowed it, the one with the fewest permits left
 * @param limit limit that was in force
 * @param allowed whether the call may go through
 * @param delay how long the call waited for its permits; zero when they were available at once or the call was rejected
 * @param remaining permits that a caller who does not wait could take right after the decision, at least 0
 * @param retryAfter when rejected, the time until the permits are due if no one else takes any; else zero
 * @param resetAfter time until the limit is completely unused if no one else takes permits
 * @param basis who decided; for several limiters that allowed the call {@link Basis#STORE} only if the store decided all
 * @param origin which level gave the limit
 * @param plan name of the plan that gave the limit, {@code null} when none did
 * @param blocked whether the call was rejected because the limiter or its key is blocked; {@code retryAfter} is then the
 *     rest of the block
 * @param window the window in which the permits were counted, for a limit with a calendar; else {@code null},
 *     also where no window was asked, as under {@link FailurePolicy#OPEN} and by a block that is known already
 * @param audience who is told about the limit
 */
public record Decision(
        String limiter,
        RateLimit limit,
        boolean allowed,
        Duration delay,
        long remaining,
        Duration retryAfter,
        Duration resetAfter,
        Basis basis,
        Origin origin,
        @Nullable String plan,
        boolean blocked,
        @Nullable Window window,
        Audience audience)
        implements Serializable {

    // A constructor with a type that is not loaded is not compiled into what calls it.
    static {
        Objects.requireNonNull(Window.class);
        Objects.requireNonNull(CalendarInterval.class);
    }

    /** Who decided. */
    public enum Basis {

        /** The store of the limiter. */
        STORE,

        /** This process alone, because the store could not decide. */
        LOCAL,

        /** Nobody: the call went through because limits are switched off or the store could not decide. */
        OPEN,

        /**
         * Nobody: the call was rejected because the store could not decide. The limiters themselves make no such decision:
         * under {@link FailurePolicy#CLOSED} a call fails with a {@link RateLimiterUnavailableException}.
         */
        CLOSED,

        /** The store rejected the call, but the limiter has the mode {@code shadow}, so it went through. */
        SHADOW
    }

    /** Which level gave the limit, from the strongest to the weakest. */
    public enum Origin {

        /** The caller, for this call alone. */
        CALL,

        /** The limit that was set at run time for the key. */
        KEY,

        /** The {@link LimitSource} of the application. */
        SOURCE,

        /** A plan. */
        PLAN,

        /** The limit that was set at run time for the name. */
        NAME,

        /** The limit that this process declares: in its configuration, an annotation, the defaults or its code. */
        DECLARED
    }

    /**
     * A window of the calendar.
     *
     * @param start its first moment
     * @param end the first moment of the next
     */
    public record Window(Instant start, Instant end) implements Serializable {}

    /**
     * Starts a decision that allows a call at once and leaves all permits but one, for tests and for programs that decide
     * themselves.
     *
     * @param limiter name of the limiter
     * @param limit limit in force
     * @return a builder
     * @throws IllegalArgumentException when a value is missing
     */
    public static DecisionBuilder of(String limiter, RateLimit limit) {
        return new DecisionBuilder(new Decision(
                DecisionBuilder.given("limiter", limiter),
                DecisionBuilder.given("limit", limit),
                true,
                Duration.ZERO,
                limit.maxPermits() - 1,
                Duration.ZERO,
                Duration.ZERO,
                Basis.STORE,
                Origin.DECLARED,
                null,
                false,
                null,
                Audience.CLIENT));
    }

    /**
     * Starts a decision that is like this one.
     *
     * @return a builder
     */
    public DecisionBuilder but() {
        return new DecisionBuilder(this);
    }

    /**
     * The decision for an audience.
     *
     * @param audience who is told about the limit
     * @return this, or a decision that differs in the audience alone
     */
    public Decision to(Audience audience) {
        return audience == this.audience ? this : but().audience(audience).build();
    }
}
