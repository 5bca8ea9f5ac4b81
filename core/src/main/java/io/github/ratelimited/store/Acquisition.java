package io.github.ratelimited.store;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request for permits.
 *
 * @param demands what is asked for, 1 to 64; no two for the same limiter and key
 * @param maxWait how far ahead a single demand may be due; zero takes permits now or not at all. Permits of a calendar are
 *     reserved a minute ahead at most, which is as long as its shortest window
 * @param deadline when the caller no longer waits for the store's answer
 * @param turn place of a single demand among those whose permits are too far off to be reserved; {@code null} where
 *     permits may be reserved as far ahead as {@code maxWait}. A negative {@code maxWait} gives the place up
 * @param spends whether permits that this process holds by a lease may be used for it
 * @param lease whether as many permits of a single demand are taken as are there, but at most a tenth of what remains,
 *     and none while permits are reserved ahead or the key is blocked; only for a store in Redis
 */
public record Acquisition(
        List<Demand> demands,
        Duration maxWait,
        Deadline deadline,
        @Nullable Turn turn,
        boolean spends,
        boolean lease) {

    private static final int MOST_DEMANDS = 64;

    private static final Duration MOST_OF_CALENDARS = Duration.ofMinutes(1);

    public Acquisition {
        demands = List.copyOf(demands);
        if (demands.isEmpty()) {
            throw new IllegalArgumentException("A request needs at least one limiter");
        }
        if (demands.size() > MOST_DEMANDS) {
            throw new IllegalArgumentException(
                    "A request can have at most " + MOST_DEMANDS + " limiters, but has " + demands.size());
        }
        if (demands.size() > 1) {
            requireDifferent(demands);
        }
        if (demands.size() > 1 && (turn != null || spends)) {
            throw new IllegalArgumentException("A request for several limiters has no place in a queue and no lease");
        }
        if (demands.get(0).limit().calendar() != null) {
            maxWait = turn == null ? shorter(maxWait) : maxWait;
            turn = turn == null ? null : turn.within(shorter(turn.horizon()));
        }
    }

    private static Duration shorter(Duration ahead) {
        return ahead.compareTo(MOST_OF_CALENDARS) < 0 ? ahead : MOST_OF_CALENDARS;
    }

    /** A request of a caller. */
    public Acquisition(List<Demand> demands, Duration maxWait, Deadline deadline, @Nullable Turn turn) {
        this(demands, maxWait, deadline, turn, false, false);
    }

    /** The same for a caller of one limiter that is not settled, who may have permits of a lease. */
    public Acquisition spending() {
        return new Acquisition(demands, maxWait, deadline, turn, true, lease);
    }

    /**
     * {@return a request for permits that are spent later, granted as many as a lease may have, maybe none}
     *
     * @param deadline when the store's answer is no longer waited for
     */
    public static Acquisition lease(Demand wanted, Deadline deadline) {
        return new Acquisition(List.of(wanted), Duration.ZERO, deadline, null, false, true);
    }

    /** A request for permits that are reserved as far ahead as the caller waits. */
    public Acquisition(List<Demand> demands, Duration maxWait, Deadline deadline) {
        this(demands, maxWait, deadline, null);
    }

    /** {@return when the last of the callers no longer waits} */
    public static Deadline lastDeadline(List<Acquisition> requests) {
        Deadline last = requests.get(0).deadline;
        for (Acquisition request : requests) {
            last = last.isBefore(request.deadline) ? request.deadline : last;
        }
        return last;
    }

    private static void requireDifferent(List<Demand> demands) {
        Set<List<String>> seen = new HashSet<>();
        for (Demand demand : demands) {
            if (!seen.add(List.of(demand.limiter(), demand.key()))) {
                throw new IllegalArgumentException(
                        "Rate limit '" + demand.limiter() + "' appears twice in one request with the same key");
            }
        }
    }
}
