package io.github.ratelimited.batch;

import io.github.ratelimited.batch.SettlementQueue.PendingSettlement;
import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * What a store certainly has not settled, as long as it cannot write, until it is sent again. It waits longer each time, and
 * is given up after some ten seconds, or at once while too many wait. Safe for use by many threads.
 */
final class SettlementRetry {

    /** They take about 3 MB. */
    static final int MOST = 10_000;

    /** With the pauses before them they take 9.6 s, as long as it takes to replace a master. */
    static final int MOST_REPEATS = 15;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    /** In powers of two of the first. */
    private static final int LONGEST_PAUSE = 4;

    private final Consumer<List<PendingSettlement>> again;
    private final LongFunction<Executor> timers;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Makes an empty one.
     *
     * @param again sends them again
     * @param timers what runs something after so many nanoseconds
     */
    SettlementRetry(Consumer<List<PendingSettlement>> again, LongFunction<Executor> timers) {
        this.again = again;
        this.timers = timers;
    }

    /** Sends them again later, or ends them. */
    void add(List<PendingSettlement> settlements) {
        Map<Integer, List<PendingSettlement>> byRepeats =
                settlements.stream().collect(Collectors.groupingBy(PendingSettlement::repeats));
        byRepeats.forEach((repeats, those) -> {
            if (repeats == MOST_REPEATS || waiting.get() + those.size() > MOST) {
                those.forEach(pending -> pending.end(Double.NaN));
            } else {
                sendLater(those, Nanos.of(FIRST_PAUSE) << Math.min(repeats, LONGEST_PAUSE));
            }
        });
    }

    private void sendLater(List<PendingSettlement> settlements, long nanos) {
        waiting.addAndGet(settlements.size());
        timers.apply(nanos).execute(() -> {
            waiting.addAndGet(-settlements.size());
            again.accept(settlements);
        });
    }
}
