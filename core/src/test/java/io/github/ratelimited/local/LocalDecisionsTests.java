package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the in-process store decides at once, against what it decides for acquisitions, whose contract it has. */
class LocalDecisionsTests {

    private static final int STEPS = 5_000;

    private final TestClock clock = new TestClock();

    private LocalStore store() {
        return new LocalStore(clock::micros, Basis.STORE, 100);
    }

    @ParameterizedTest
    @EnumSource
    void areTheSameWithoutAWait(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        Map<String, UsageMemo> memos = new HashMap<>();
        LocalStore atOnce = store();
        LocalStore asked = store();
        List<RateLimit> limits = IntStream.range(0, 10)
                .mapToObj(i -> Limits.of(1 + i / 2, Duration.ofMillis(i % 2 == 0 ? 500 : 900), algorithm))
                .toList();
        RateLimit limit = limits.get(0);
        for (int step = 0; step < STEPS; step++) {
            clock.advance(random.nextInt(20) == 0 ? random.nextInt(20_000_000) : random.nextInt(100_000));
            limit = random.nextInt(4) == 0 ? limits.get(random.nextInt(limits.size())) : limit;
            Demand demand = new Demand("api", "k" + random.nextInt(3), limit, random.nextInt((int) limit.rate() + 1));
            if (random.nextInt(50) == 0) {
                atOnce.reset(demand);
                asked.reset(demand);
            }
            Decision expected = decision(asked, demand);
            UsageMemo memo = random.nextInt(10) == 0
                    ? UsageMemo.empty()
                    : memos.computeIfAbsent(demand.key(), key -> UsageMemo.empty());

            boolean briefly = random.nextInt(3) == 0;
            Decision decided = atOnce.decideNow(briefly ? brief(demand) : demand, memo);

            if (briefly && expected.allowed()) {
                assertThat(decided.allowed()).as("step %d", step).isTrue();
            } else {
                assertThat(decided).as("step %d", step).isEqualTo(expected);
            }
        }
    }

    private static Demand brief(Demand demand) {
        return new Demand(
                demand.limiterKey(),
                demand.limit(),
                demand.permits(),
                demand.origin(),
                demand.plan(),
                demand.audience(),
                true);
    }

    private static Decision decision(LocalStore store, Demand demand) {
        return StoreDriver.get(store.acquire(
                        new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1)))))
                .decision();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void forgetNothingThatStillMatters(Algorithm algorithm) {
        LocalStore store = store();
        RateLimit limit = Limits.of(1, Duration.ofSeconds(10), algorithm);
        Demand demand = new Demand("api", "", limit, 1);
        UsageMemo memo = UsageMemo.empty();
        long granted = 0;
        for (int second = 0; second < 1_000; second++) {
            granted += store.decideNow(demand, memo).allowed() ? 1 : 0;
            clock.advance(1_000_000);
        }
        assertThat(granted).isBetween(50L, 101L);
    }

    @ParameterizedTest
    @EnumSource
    void keepWhatWasGrantedLongAfterTheCacheWasAsked(Algorithm algorithm) {
        LocalStore atOnce = store();
        LocalStore asked = store();
        RateLimit limit = Limits.of(10, Duration.ofSeconds(10), algorithm);
        UsageMemo memo = UsageMemo.empty();
        Demand look = new Demand("api", "", limit, 0);
        Demand all = new Demand("api", "", limit, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 10);
        for (Demand demand : List.of(look, all, all, all)) {
            assertThat(atOnce.decideNow(demand, memo)).isEqualTo(decision(asked, demand));
            clock.advance(demand == look ? 9_990_000 : 12_500_000);
        }
    }
}
