package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clocks that step back, and what is given back after that or after the limit has changed. */
public abstract class StateTimeContract {

    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3600 * SECOND;

    private final TestClock clock = new TestClock();
    private StoreDriver driver;

    protected abstract TestedStore open(TestClock clock);

    @BeforeEach
    void open() {
        driver = new StoreDriver(open(clock), "state-time", UUID.randomUUID().toString());
    }

    private static RateLimit limit(long rate, Algorithm algorithm) {
        return RateLimit.of(rate, Duration.ofSeconds(1)).withAlgorithm(algorithm);
    }

    private long retryAfter(RateLimit limit) {
        return Micros.of(driver.decide(limit, 1, 0).retryAfter());
    }

    private Grant take(RateLimit limit) {
        Grant grant = driver.acquire(limit, 1, 0);
        assertThat(grant.allowed()).isTrue();
        return grant;
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SLIDING_WINDOW_COUNTER", "CALENDAR_WINDOW"})
    void aCallOfBeforeAStepBackIsNoYoungerForIt(Algorithm algorithm) {
        RateLimit one = limit(1, algorithm);
        Grant first = take(one);
        clock.advance(SECOND);
        take(one);
        clock.advance(-SECOND);

        driver.giveBack(first);

        assertThat(retryAfter(one)).isEqualTo(SECOND);
    }

    @Test
    void whatWasRefilledUnderAFasterLimitIsNotGivenBackUnderASlower() {
        RateLimit fast = limit(10, Algorithm.TOKEN_BUCKET).withBurst(1);
        RateLimit slow = limit(1, Algorithm.TOKEN_BUCKET);
        Grant first = take(fast);
        clock.advance(SECOND / 10);
        take(fast);
        assertThat(retryAfter(slow)).isEqualTo(SECOND);

        driver.giveBack(first);

        assertThat(retryAfter(slow)).isEqualTo(SECOND);
    }

    @Test
    void whatWasRefilledUnderAFasterLimitIsNotGivenBackUnderTheSlowerOfTheGrant() {
        RateLimit fast = limit(10, Algorithm.TOKEN_BUCKET).withBurst(1);
        Grant first = take(limit(1, Algorithm.TOKEN_BUCKET));
        clock.advance(SECOND / 10);
        take(fast);

        driver.giveBack(first);

        assertThat(retryAfter(fast)).isEqualTo(SECOND / 10);
    }

    @Test
    void whatWasRefilledWhileALimitWasRaisedForAMomentIsNotGivenBack() {
        RateLimit slow = limit(1, Algorithm.TOKEN_BUCKET).withBurst(10);
        RateLimit fast = limit(100, Algorithm.TOKEN_BUCKET).withBurst(10);
        Grant first = driver.acquire(slow, 10, 0);
        clock.advance(SECOND / 10);
        assertThat(driver.take(fast, 10)).isTrue();
        clock.advance(SECOND);
        take(slow);

        driver.giveBack(first);

        assertThat(driver.usage(slow).remaining()).isZero();
    }

    @Test
    void theFirstOfAnotherPaceIsGivenBackWhereItIsDueWithTheLastOfTheOneBefore() {
        take(limit(1, Algorithm.TOKEN_BUCKET));
        wait(limit(1, Algorithm.TOKEN_BUCKET), 1, SECOND);
        RateLimit slow = RateLimit.of(1, Duration.ofSeconds(2))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(3);
        Grant first = wait(slow, 1, SECOND);

        driver.giveBack(first);

        wait(slow, 3, 3 * SECOND);
    }

    @Test
    void aBucketGivesBackWhatItWasNeverEmptierBy() {
        RateLimit limit = limit(10, Algorithm.TOKEN_BUCKET);
        for (int i = 0; i < 9; i++) {
            take(limit);
        }
        Grant late = take(limit);
        clock.advance(SECOND / 2);
        assertThat(driver.usage(limit).remaining()).isEqualTo(5);
        take(limit);
        driver.giveBack(late);
        assertThat(driver.usage(limit).remaining()).isEqualTo(5);
    }

    @Test
    void whoFillsAGapInTheQueueOfABucketStaysThereWhenOthersLeave() {
        RateLimit limit = limit(2, Algorithm.TOKEN_BUCKET);
        take(limit);
        take(limit);
        Grant second = wait(limit, 1, SECOND / 2);
        Grant third = wait(limit, 1, SECOND);
        Grant fourth = wait(limit, 1, 3 * SECOND / 2);
        driver.giveBack(second);
        wait(limit, 1, 3 * SECOND / 2);
        driver.giveBack(fourth);
        driver.giveBack(third);

        wait(limit, 2, 2 * SECOND);
    }

    private Grant wait(RateLimit limit, long permits, long delay) {
        Grant grant = driver.acquire(limit, permits, HOUR);
        assertThat(Micros.of(grant.decision().delay())).isEqualTo(delay);
        return grant;
    }

    @Test
    void bookingsOfALongerHorizonAreNoStepBack() {
        RateLimit limit = limit(5, Algorithm.SLIDING_WINDOW);
        for (int i = 0; i < 100; i++) {
            assertThat(driver.acquire(limit, 1, 30 * SECOND).allowed()).isTrue();
        }
        for (int i = 0; i < 50; i++) {
            clock.advance(SECOND / 10);
            assertThat(driver.acquire(limit, 1, 3 * SECOND).allowed()).isFalse();
        }
        clock.advance(15 * SECOND);
        assertThat(driver.take(limit, 5)).isTrue();
        assertThat(driver.take(limit, 1)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void aStepBackCostsAKeyNoMoreThanItsOwnInterval(Algorithm algorithm) {
        RateLimit limit = limit(5, algorithm);
        take(limit);
        clock.advance(-HOUR);
        clock.advance(40 * SECOND);
        driver.decide(limit, 1, 0);

        // What a counter has in one window counts in the next as well.
        clock.advance(2 * SECOND);

        assertThat(driver.usage(limit).resetAfter()).isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(driver.take(limit, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 4))
                .isTrue();
    }

    @Test
    void anExactWindowOfMoreCallsThanItKeepsApartGrantsNoMore() {
        RateLimit limit = RateLimit.of(120_000, Duration.ofHours(1));
        long granted = 0;
        for (int i = 0; i < windowCalls(); i++) {
            clock.advance(1);
            granted += driver.take(limit, 1) ? 1 : 0;
        }
        assertThat(granted).isEqualTo(Math.min(120_000, windowCalls()));
        assertThat(driver.usage(limit).remaining()).isEqualTo(120_000 - granted);
    }

    /** Calls that are made one by one. */
    protected abstract int windowCalls();
}
