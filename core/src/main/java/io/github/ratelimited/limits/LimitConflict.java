package io.github.ratelimited.limits;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why two limits cannot count one key together. Where they can, what is counted stays when one follows the other; a limit with
 * another algorithm counts from nothing, in another state.
 */
public final class LimitConflict {

    private LimitConflict() {}

    /** {@return why a limit cannot count beside the limiter's own, {@code null} when it can} */
    public static @Nullable String of(RateLimit own, RateLimit other) {
        if (other.algorithm() != own.algorithm()) {
            return "counts by " + other.algorithm() + ", but the limiter counts by " + own.algorithm()
                    + ", and would forget what was used; use withAlgorithm(" + own.algorithm() + ")";
        }
        if (other.type() != own.type()) {
            return "is " + other.type() + ", but the limiter is " + own.type() + "; use withType(" + own.type() + ")";
        }
        if (!Objects.equals(other.calendar(), own.calendar())) {
            return "has the calendar of a " + other.calendar() + ", but the limiter that of a " + own.calendar()
                    + "; only the number may differ";
        }
        if (!other.interval().equals(own.interval()) && !mayDiffer(own.algorithm())) {
            return "has the interval " + other.interval() + ", but " + own.algorithm()
                    + " counts one key by one interval, " + own.interval();
        }
        return null;
    }

    private static boolean mayDiffer(Algorithm algorithm) {
        return switch (algorithm) {
            case SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET -> true;
            default -> false;
        };
    }

    /**
     * {@return a limit as it counts beside one with another algorithm: where its own is the sliding window that
     * {@link RateLimit#of} chooses by the rate, and the other one is a sliding window too, by the other one}
     */
    public static RateLimit beside(Algorithm own, RateLimit limit) {
        return own != limit.algorithm() && isSlidingWindow(own) && isChosenByRate(limit)
                ? limit.withAlgorithm(own)
                : limit;
    }

    private static boolean isChosenByRate(RateLimit limit) {
        return isSlidingWindow(limit.algorithm())
                && RateLimit.of(limit.rate(), limit.interval()).algorithm() == limit.algorithm();
    }

    /** {@return a limit with the sliding window that its rate chooses, if it counts by one of the two} */
    public static RateLimit byRate(RateLimit limit) {
        return isSlidingWindow(limit.algorithm())
                ? limit.withAlgorithm(
                        RateLimit.of(limit.rate(), limit.interval()).algorithm())
                : limit;
    }

    static boolean isSlidingWindow(Algorithm algorithm) {
        return algorithm == Algorithm.SLIDING_WINDOW || algorithm == Algorithm.SLIDING_WINDOW_COUNTER;
    }

    /**
     * Refuses a limit that cannot count beside the limiter's own.
     *
     * @param own the limiter's own limit, {@code null} when it is not known here
     * @return the limit as it counts beside it
     * @throws IllegalArgumentException with the reason
     */
    public static RateLimit require(String limiter, @Nullable RateLimit own, RateLimit other) {
        if (own == null) {
            return other;
        }
        RateLimit limit = beside(own.algorithm(), other);
        String conflict = of(own, limit);
        if (conflict != null) {
            throw new IllegalArgumentException("Rate limit '" + limiter + "': " + limit + " " + conflict);
        }
        return limit;
    }
}
