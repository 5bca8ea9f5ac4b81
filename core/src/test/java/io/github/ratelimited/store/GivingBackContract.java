package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What permits that go back free in every store and for every algorithm, on a clock that the test moves. */
abstract class GivingBackContract extends TimedStore {

    GivingBackContract(Algorithm algorithm) {
        super(algorithm);
    }

    @Test
    void givingBackTheLastOfAQueueFreesItsPlace() {
        RateLimit limit = limit(1, Duration.ofSeconds(1));
        driver.take(limit, 1);
        driver.acquire(limit, 1, 30 * SECOND);
        Grant last = driver.acquire(limit, 1, 30 * SECOND);
        driver.giveBack(last);
        assertThat(driver.acquire(limit, 1, 30 * SECOND).delay()).isEqualTo(last.delay());
    }

    @Test
    void givingBackAQueueNewestFirstFreesAllOfIt() {
        RateLimit limit = limit(450, Duration.ofSeconds(20));
        List<Reservation> newestFirst = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            Grant grant = driver.acquire(limit, 1, 30 * SECOND);
            newestFirst.add(0, grant.reservations().get(0));
        }
        StoreDriver.get(driver.store().giveBack(newestFirst));
        assertThat(driver.take(limit, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 450))
                .isTrue();
    }

    @Test
    void givingBackWhatAStateNoLongerHoldsFreesNothing() {
        RateLimit limit = limit(10, Duration.ofSeconds(20));
        while (driver.take(limit, 1)) {}
        List<Grant> reserved = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            reserved.add(driver.acquire(limit, 1, Micros.of(HORIZON)));
        }
        assertThat(reserved.get(0).decision().delay()).isPositive();
        clock.advance(8 * SECOND);
        driver.reset(limit);
        while (driver.take(limit, 1)) {}

        reserved.forEach(driver::giveBack);

        assertThat(driver.decide(limit, 1, 0).allowed()).isFalse();
    }

    /** The call has long been used up under the interval of now, and those that count are of others. */
    @Test
    void givingBackWhatWasGrantedUnderALongerIntervalFreesNothingOfOthers() {
        RateLimit limit = limit(10, Duration.ofSeconds(10));
        Grant grant = driver.acquire(limit(10, Duration.ofSeconds(60)), 10, 0);
        long[][] others = {{20, 1}, {9, 9}, {2, 1}};
        for (long[] other : others) {
            clock.advance(other[0] * SECOND);
            assertThat(driver.take(limit, other[1])).isTrue();
        }
        Usage usage = driver.usage(limit);

        driver.giveBack(grant);

        assertThat(driver.usage(limit)).isEqualTo(usage);
    }
}
