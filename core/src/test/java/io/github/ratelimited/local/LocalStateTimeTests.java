package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.StateTimeContract;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalStateTimeTests extends StateTimeContract {

    @Override
    protected TestedStore open(TestClock clock) {
        return TestedStore.of(new LocalStore(Micros.clock(clock), Basis.STORE, 1_000));
    }

    @Override
    protected int windowCalls() {
        return 130_000;
    }

    /** As where limits of one call lie in different slots: what the first grants comes back when the second rejects it. */
    @ParameterizedTest(name = "{0} per second, bucket of {1}, {2} calls on the way for {3} us")
    @CsvSource({"1000, 50, 4, 1000", "1000, 50, 8, 2000", "1000, 1000, 16, 2000", "200, 16, 2, 2000", "200, 50, 8, 2000"
    })
    void aBucketLosesNextToNothingByWhatComesBack(long rate, long burst, int onTheWay, int micros) {
        TestClock clock = new TestClock();
        StoreDriver driver = new StoreDriver(open(clock), "shared", "");
        RateLimit limit = RateLimit.of(rate, Duration.ofSeconds(1))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(burst);
        Random random = new Random(rate + onTheWay);
        Queue<Grant> taken = new ArrayDeque<>();
        long start = clock.micros();
        long granted = 0;
        while (clock.micros() < start + 5_000_000) {
            clock.advance(1 + random.nextInt(micros / onTheWay / 2));
            while (!taken.isEmpty() && taken.element().reservations().get(0).grantedAt() <= clock.micros() - micros) {
                driver.giveBack(taken.remove());
            }
            Grant grant = driver.acquire(limit, 1, 0);
            if (grant.allowed() && taken.size() < onTheWay && random.nextBoolean()) {
                taken.add(grant);
            } else {
                granted += grant.allowed() ? 1 : 0;
            }
        }
        assertThat(granted + taken.size()).isBetween((burst + 5 * rate) * 98 / 100, burst + 5 * rate + 1);
    }
}
