package io.github.ratelimited.benchmarks.measure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * How long contenders warm up: long where they come for the first time, as the compiler needs it, and shorter where most
 * of what they run has been compiled for an earlier comparison. Not thread-safe.
 */
public final class WarmUps {

    private static final int FIRST = 10;
    private static final int LATER = 3;

    private final Set<String> warm = new HashSet<>();

    /**
     * The warm-up that comes before the rounds of a contender.
     *
     * @param contender who warms up
     * @param round length of a round
     * @return the length of the warm-up
     */
    Duration next(Contender contender, Duration round) {
        return round.multipliedBy(warm.add(contender.name()) ? FIRST : LATER);
    }
}
