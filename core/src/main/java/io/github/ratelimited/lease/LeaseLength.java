package io.github.ratelimited.lease;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long permits are held that were taken ahead.
 *
 * @param duration from 10 ms to 1 s
 */
public record LeaseLength(Duration duration) {

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** A lease is at most this part of the interval, or what is held could be more than half of the limit. */
    private static final int PARTS = 10;

    public LeaseLength {
        if (!isPossible(duration)) {
            throw new IllegalArgumentException("lease must be from 10ms to 1s, but is " + duration);
        }
    }

    public static boolean isPossible(Duration duration) {
        return duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0;
    }

    /**
     * Checks whether permits of a limit can be leased for this length of time.
     *
     * @return what is wrong, {@code null} when nothing is
     */
    @Nullable
    public String problemWith(RateLimit limit) {
        if (limit.algorithm() == Algorithm.LEAKY_BUCKET) {
            return "LEAKY_BUCKET spaces calls, which permits that are taken ahead cannot be; use TOKEN_BUCKET or no lease";
        }
        if (limit.type() == RateType.PER_CLIENT) {
            return "PER_CLIENT is counted within the process, where nothing is left to lease; remove lease";
        }
        if (duration.multipliedBy(PARTS).compareTo(limit.interval()) > 0) {
            return "lease must be at most a tenth of the interval of " + limit.interval() + ", but is " + duration;
        }
        return null;
    }

    /** How long permits of a limit are held, in nanoseconds: less where its interval was made short, 0 for not at all. */
    long nanosFor(RateLimit limit) {
        boolean none = limit.algorithm() == Algorithm.LEAKY_BUCKET || limit.type() == RateType.PER_CLIENT;
        long most = limit.interval().dividedBy(PARTS).compareTo(LONGEST) > 0
                ? Nanos.of(LONGEST)
                : Nanos.of(limit.interval().dividedBy(PARTS));
        long nanos = Math.min(Nanos.of(duration), most);
        return none || nanos < Nanos.of(SHORTEST) ? 0 : nanos;
    }
}
