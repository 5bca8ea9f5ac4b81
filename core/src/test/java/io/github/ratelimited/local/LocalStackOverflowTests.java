package io.github.ratelimited.local;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.limiter.EndOfStack;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller whose stack ends within the store leaves the limiter to others. */
class LocalStackOverflowTests {

    private static final int ROUNDS = 50;
    private static final RateLimit LIMIT = RateLimit.of(1_000_000, Duration.ofSeconds(1));

    private final LocalStore store = new LocalStore(Micros.monotonicClock(), Basis.STORE, 100);
    private final UsageMemo memo = UsageMemo.empty();
    private final Demand first = new Demand("first", "", LIMIT, 1);
    private final Demand second = new Demand("second", "", LIMIT, 1);

    enum Call {
        DECIDE,
        ACQUIRE,
        ACQUIRE_ALL,
        GIVE_BACK,
        USAGE,
        RELEASE
    }

    private void run(Call call) {
        switch (call) {
            case DECIDE -> store.decideNow(first, memo);
            case ACQUIRE -> acquire(first);
            case ACQUIRE_ALL -> acquire(second, first);
            case GIVE_BACK -> store.giveBack(List.of(new Reservation(first, 1, Basis.STORE)));
            case USAGE -> store.usage(first);
            case RELEASE -> store.release(first);
        }
    }

    private void acquire(Demand... demands) {
        store.acquire(new Acquisition(List.of(demands), Duration.ZERO, Deadline.after(Duration.ofMinutes(1))));
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoLimiterLocked(Call call) {
        Stream.of(Call.values()).forEach(this::run);
        for (int round = 0; round < ROUNDS; round++) {
            EndOfStack.call(() -> run(call));
            EndOfStack.inAThread(() -> Stream.of(Call.values()).forEach(this::run));
        }
    }
}
