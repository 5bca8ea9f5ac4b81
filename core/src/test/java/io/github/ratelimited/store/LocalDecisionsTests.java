package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the in-process store decides at once, against what it decides for acquisitions, whose contract it has. */
class LocalDecisionsTests {

    private static final int STEPS = 5_000;

    private final TestClock clock = new TestClock();

    private LocalStore store() {
        return new LocalStore(clock::micros, Duration.ofSeconds(30), Basis.STORE, 100);
    }

    @ParameterizedTest
    @EnumSource
    void areTheSameWithoutAWait(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        LocalStore atOnce = store();
        LocalStore asked = store();
        for (int step = 0; step < STEPS; step++) {
            clock.advance(random.nextInt(20) == 0 ? random.nextInt(20_000_000) : random.nextInt(100_000));
            RateLimit limit = RateLimit.of(1 + random.nextInt(5), Duration.ofMillis(random.nextBoolean() ? 500 : 900))
                    .withAlgorithm(algorithm);
            Demand demand = new Demand("api", "k" + random.nextInt(3), limit, random.nextInt((int) limit.rate() + 1));
            if (random.nextInt(50) == 0) {
                atOnce.reset(demand);
                asked.reset(demand);
            }
            Decision expected = StoreDriver.get(asked.acquire(
                            new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1)))))
                    .decision();

            assertThat(atOnce.decideNow(demand)).as("step %d", step).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void forgetNothingThatStillMatters(Algorithm algorithm) {
        LocalStore store = store();
        RateLimit limit = RateLimit.of(1, Duration.ofSeconds(10)).withAlgorithm(algorithm);
        Demand demand = new Demand("api", "", limit, 1);
        long granted = 0;
        for (int second = 0; second < 1_000; second++) {
            granted += store.decideNow(demand).allowed() ? 1 : 0;
            clock.advance(1_000_000);
        }
        assertThat(granted).isBetween(50L, 101L);
    }

    @ParameterizedTest
    @EnumSource
    void keepWhatWasGrantedLongAfterTheCacheWasAsked(Algorithm algorithm) {
        LocalStore atOnce = store();
        LocalStore asked = store();
        RateLimit limit = RateLimit.of(10, Duration.ofSeconds(10)).withAlgorithm(algorithm);
        Demand look = new Demand("api", "", limit, 0);
        Demand all = new Demand("api", "", limit, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 10);
        for (Demand demand : List.of(look, all, all, all)) {
            Decision expected = StoreDriver.get(asked.acquire(
                            new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1)))))
                    .decision();
            assertThat(atOnce.decideNow(demand)).isEqualTo(expected);
            clock.advance(demand == look ? 9_990_000 : 12_500_000);
        }
    }
}
