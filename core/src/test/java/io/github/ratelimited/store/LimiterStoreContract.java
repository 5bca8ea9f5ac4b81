package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.RandomRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store promises for every algorithm, on a clock that the test moves. With {@code -Dtests.full} in all steps. */
public abstract class LimiterStoreContract extends GivingBackContract {

    private static final int STEPS = Integer.getInteger("contract.steps", TestSize.of(1_200, 10_000));

    protected LimiterStoreContract(Algorithm algorithm) {
        super(algorithm);
    }

    protected boolean remembersRejections() {
        return false;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void decidesAsTheReferenceModelDoes(long seed) {
        new RandomRun(algorithm, driver, clock, seed).compare(STEPS / 4, false, remembersRejections());
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void decidesAsTheReferenceModelDoesWhileLimitsChange(long seed) {
        new RandomRun(algorithm, driver, clock, seed).compare(STEPS / 4, true, remembersRejections());
    }

    @Test
    void grantsWhatIsThereAndTellsExactlyWhenToRetry() {
        RateLimit limit = limit(5, Duration.ofSeconds(10));
        long granted = 0;
        while (driver.take(limit, 1)) {
            granted++;
        }
        assertThat(granted).isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 1 : 5);

        long retryAfter = Micros.of(driver.decide(limit, 1, 0).retryAfter());
        assertThat(retryAfter).isPositive();
        clock.advance(retryAfter - 1);
        assertThat(driver.take(limit, 1)).isFalse();
        clock.advance(1);
        assertThat(driver.take(limit, 1)).isTrue();
    }

    @Test
    void isWhollyUnusedAfterTheTimeThatResetAfterTells() {
        RateLimit limit = limit(4, Duration.ofSeconds(2));
        driver.take(limit, 1);
        clock.advance(SECOND / 3);
        driver.take(limit, 1);
        long full = algorithm == Algorithm.LEAKY_BUCKET ? 1 : 4;

        long resetAfter = Micros.of(driver.usage(limit).resetAfter());
        clock.advance(resetAfter - 1);
        assertThat(driver.usage(limit).resetAfter()).isEqualTo(Micros.toDuration(1));
        clock.advance(1);
        assertThat(driver.usage(limit)).isEqualTo(new Usage(full, Duration.ZERO));
    }

    @Test
    void readingChangesNothing() {
        RateLimit limit = limit(5, Duration.ofSeconds(10));
        driver.take(limit, 1);
        Usage usage = driver.usage(limit);
        for (int i = 0; i < 10; i++) {
            assertThat(driver.usage(limit)).isEqualTo(usage);
        }
        assertThat(driver.decide(limit, 0, 0).allowed()).isTrue();
        assertThat(driver.usage(limit)).isEqualTo(usage);
    }

    @Test
    void tellsThatPermitsRemainNoSoonerThanTheyCanBeTaken() {
        Duration year = Duration.ofDays(365);
        RateLimit limit = limit(1, year);
        driver.take(limit, 1);
        while (driver.usage(limit).remaining() == 0) {
            clock.advance(SECOND + Micros.of(driver.decide(limit, 1, 0).retryAfter()) / 2);
        }
        assertThat(driver.take(limit, 1)).isTrue();
    }

    @Test
    void reservesInTheOrderOfAsking() {
        RateLimit limit = limit(2, Duration.ofSeconds(1));
        Duration before = Duration.ZERO;
        for (int i = 0; i < 20; i++) {
            Grant grant = driver.acquire(limit, 1, 30 * SECOND);
            assertThat(grant.allowed()).isTrue();
            assertThat(grant.delay()).isGreaterThanOrEqualTo(before);
            before = grant.delay();
        }
        assertThat(before).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(20));
        assertThat(driver.take(limit, 1)).isFalse();
    }

    @Test
    void rejectsAtOnceWhatDoesNotFitIntoTheWait() {
        RateLimit limit = limit(1, Duration.ofSeconds(5));
        assertThat(driver.take(limit, 1)).isTrue();
        Usage usage = driver.usage(limit);
        assertThat(driver.decide(limit, 1, SECOND).allowed()).isFalse();
        assertThat(driver.usage(limit)).isEqualTo(usage);
    }

    @Test
    void takesAllDemandsOrNone() {
        RateLimit wide = limit(100, Duration.ofSeconds(100));
        RateLimit narrow = limit(2, Duration.ofSeconds(100));
        StoreDriver user = driver.withKey("user");
        for (int i = 0; i < 2; i++) {
            assertThat(both(wide, user, narrow, 1).allowed()).isTrue();
            clock.advance(algorithm == Algorithm.LEAKY_BUCKET ? 50 * SECOND : 0);
        }
        assertThat(both(wide, user, narrow, 2).allowed()).isFalse();
        Usage before = driver.usage(wide);

        Grant rejected = both(wide, user, narrow, 2);

        assertThat(rejected.decision().limit()).isEqualTo(narrow);
        assertThat(rejected.decision().retryAfter()).isPositive();
        assertThat(rejected.reservations()).isEmpty();
        assertThat(driver.usage(wide)).isEqualTo(before);
    }

    private Grant both(RateLimit wide, StoreDriver user, RateLimit narrow, long permits) {
        return driver.acquire(List.of(driver.demand(wide, 1), user.demand(narrow, permits)), 30 * SECOND);
    }

    @Test
    void resetForgetsAllUse() {
        RateLimit limit = limit(1, Duration.ofHours(1));
        driver.take(limit, 1);
        driver.reset(limit);
        assertThat(driver.take(limit, 1)).isTrue();
    }

    @Test
    void keysDoNotShareTheirPermits() {
        RateLimit limit = limit(1, Duration.ofHours(1));
        assertThat(driver.take(limit, 1)).isTrue();
        assertThat(driver.withKey("another").take(limit, 1)).isTrue();
        assertThat(driver.withKey("").take(limit, 1)).isTrue();
        assertThat(driver.take(limit, 1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, PT24H", "1, PT8784H", "3, PT168H", "1000, PT1M", "99991, PT1S", "100000, PT1S"})
    void neverIsUnlimited(long rate, Duration interval) {
        grantsExactly(limit(rate, interval));
    }

    @Test
    void neverIsUnlimitedAtAMillionPermitsASecond() {
        if (algorithm == Algorithm.SLIDING_WINDOW) {
            grantsExactly(limit(100_000, Duration.ofMillis(100)));
        } else {
            grantsExactly(RateLimit.of(1_000_000, Duration.ofSeconds(1)).withAlgorithm(algorithm));
        }
    }

    private void grantsExactly(RateLimit limit) {
        if (algorithm == Algorithm.LEAKY_BUCKET) {
            assertThat(driver.take(limit, 1)).isTrue();
            assertThat(driver.take(limit, 1)).isFalse();
            return;
        }
        long left = limit.rate();
        while (left > 0) {
            long permits = Math.min(left, limit.maxPermits());
            assertThat(driver.take(limit, permits)).isTrue();
            left -= permits;
        }
        assertThat(driver.usage(limit).remaining()).isZero();
        assertThat(driver.take(limit, 1)).isFalse();
    }

    @Test
    void aClockThatStepsBackNeitherGrantsMoreNorLocksOut() {
        RateLimit limit = limit(2, Duration.ofSeconds(10));
        long cap = algorithm == Algorithm.LEAKY_BUCKET ? 1 : 2;
        driver.take(limit, cap);
        clock.advance(-3600 * SECOND);
        assertThat(driver.take(limit, 1)).isFalse();
        long lockedOut = 0;
        while (!driver.take(limit, 1)) {
            clock.advance(SECOND);
            lockedOut++;
        }
        assertThat(lockedOut).isLessThanOrEqualTo(10 + HORIZON.toSeconds());
    }
}
