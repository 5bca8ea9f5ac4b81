package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exact window of so many calls that Redis packs them into chunks. */
class PackedWindowTests {

    private static final int RATE = 100;
    private static final long INTERVAL = 1_000_000;
    private static final RateLimit LIMIT = RateLimit.of(RATE, Duration.ofSeconds(1));

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final BulkStore store =
            redis.scripts(new RedisKeys("packed-" + UUID.randomUUID()).prefix(), Duration.ofSeconds(3), clock);
    private final List<Long> moments = new ArrayList<>();

    /** Those that are reserved together have chunks of their own, which may be too many entries for one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 60})
    void grantsEachCallAnIntervalAfterTheOneThatMakesRoom(int together) {
        askOneByOne();
        ask(together);
        clock.advance(INTERVAL);
        askOneByOne();
        askOneByOne();
    }

    /** Among them are those that are not packed yet, whose chunks have one entry each. */
    @ParameterizedTest
    @ValueSource(ints = {1_050, 1_066})
    void givesBackUnlessMoreThanAThousandLaterCallsCame(int calls) {
        Demand demand = new Demand("limiter", "many", RateLimit.of(2L * calls, Duration.ofHours(1)), 2);
        Acquisition call = new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1)));
        List<Settlement> halves = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            clock.advance(1);
            Grant grant =
                    StoreDriver.get(store.acquireAll(List.of(call))).get(0).grant();
            halves.add(new Settlement(grant.reservations().get(0), 1));
        }
        int refused = calls - 1 - 1_000;
        List<Double> expected = new ArrayList<>(Collections.nCopies(refused, 0.0));
        expected.addAll(Collections.nCopies(350, 1.0));

        assertThat(StoreDriver.get(store.settleAll(halves.subList(0, expected.size()))))
                .isEqualTo(expected);
    }

    private void askOneByOne() {
        for (int i = 0; i < RATE; i++) {
            ask(1);
            clock.advance(1_000);
        }
    }

    private void ask(int calls) {
        Demand one = new Demand("limiter", "key", LIMIT, 1);
        Acquisition call = new Acquisition(List.of(one), Duration.ofMinutes(1), Deadline.after(Duration.ofMinutes(1)));
        StoreDriver.get(store.acquireAll(Collections.nCopies(calls, call))).forEach(outcome -> {
            int before = moments.size() - RATE;
            long due = before < 0 ? clock.micros() : Math.max(clock.micros(), moments.get(before) + INTERVAL);
            assertThat(outcome.grant().reservations().get(0).grantedAt()).isEqualTo(due);
            moments.add(due);
        });
    }
}
