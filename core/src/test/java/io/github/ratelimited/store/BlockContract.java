package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.RandomRun;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a block of a limiter and key promises in every store and for every algorithm. With {@code -Dtests.full} for all seeds. */
public abstract class BlockContract {

    private static final int SEEDS = TestSize.of(4, 12);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long SECOND = 1_000_000;

    protected final TestClock clock = new TestClock();
    protected StoreDriver driver;

    protected abstract TestedStore open(TestClock clock);

    @BeforeEach
    void open() {
        driver = new StoreDriver(open(clock), "blocks", UUID.randomUUID().toString());
    }

    private static RateLimit limit(Algorithm algorithm) {
        return Limits.of(5, Duration.ofSeconds(1), algorithm);
    }

    private void isBlocked(Decision decision, Duration left) {
        assertThat(decision.allowed()).isFalse();
        assertThat(decision.blocked()).isTrue();
        assertThat(decision.remaining()).isZero();
        assertThat(decision.retryAfter()).isEqualTo(left);
        assertThat(decision.resetAfter()).isGreaterThanOrEqualTo(left);
    }

    @ParameterizedTest
    @EnumSource
    void rejectsAnyPermitsAndLimitUntilItsEnd(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        driver.block(limit, MINUTE);

        clock.advance(20 * SECOND);
        isBlocked(driver.decide(limit, 0, 0), Duration.ofSeconds(40));
        isBlocked(driver.decide(limit, 1, 0), Duration.ofSeconds(40));
        isBlocked(driver.decide(limit, 5, 3600 * SECOND), Duration.ofSeconds(40));
        isBlocked(driver.decide(Limits.of(1000, Duration.ofSeconds(1), algorithm), 2, 0), Duration.ofSeconds(40));
        assertThat(driver.usage(limit).blockedFor()).isEqualTo(Duration.ofSeconds(40));
        assertThat(driver.usage(limit).remaining()).isZero();
        assertThat(driver.withKey("another").take(limit, 1)).isTrue();
        clock.advance(40 * SECOND - 1);
        isBlocked(driver.decide(limit, 1, 0), Duration.ofNanos(1000));
        clock.advance(1);
        assertThat(driver.usage(limit).blockedFor()).isZero();
        assertThat(driver.take(limit, 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void booksNothingAndKeepsWhatWasUsed(Algorithm algorithm) {
        RateLimit limit = Limits.of(5, MINUTE, algorithm);
        driver.take(limit, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 3);
        Usage before = driver.usage(limit);
        driver.block(limit, Duration.ofHours(1));
        driver.decide(limit, 1, 30 * SECOND);

        driver.block(limit, Duration.ZERO);

        assertThat(driver.usage(limit)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void isNotMadeShorterByAnother(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        driver.block(limit, MINUTE);
        driver.block(limit, Duration.ofSeconds(1));
        isBlocked(driver.decide(limit, 1, 0), MINUTE);
        driver.block(limit, MINUTE.multipliedBy(2));
        isBlocked(driver.decide(limit, 1, 0), MINUTE.multipliedBy(2));
    }

    @ParameterizedTest
    @EnumSource
    void isNotMadeLongerByOneThatFollowsARejection(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        driver.block(limit, MINUTE.negated());
        clock.advance(SECOND);
        driver.block(limit, MINUTE.negated());
        isBlocked(driver.decide(limit, 1, 0), Duration.ofSeconds(59));
    }

    @ParameterizedTest
    @EnumSource
    void isKeptByAResetAndByWhatComesBack(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        Grant grant = driver.acquire(limit, 1, 0);
        driver.block(limit, MINUTE);
        driver.giveBack(grant);
        driver.release(limit, 5);
        isBlocked(driver.decide(limit, 1, 0), MINUTE);

        driver.reset(limit);

        isBlocked(driver.decide(limit, 1, 0), MINUTE);
        driver.block(limit, Duration.ZERO);
        assertThat(driver.take(limit, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 5))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void lastsNoLongerWhenTheClockStepsBack(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        driver.take(limit, 1);
        clock.advance(50 * SECOND);
        driver.block(limit, MINUTE);
        clock.advance(-40 * SECOND);
        isBlocked(driver.decide(limit, 1, 0), MINUTE);
        clock.advance(60 * SECOND);
        assertThat(driver.take(limit, 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void lastsForAHundredYears(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        driver.block(limit, Duration.ofDays(36_525));
        clock.advance(36_524L * 24 * 3600 * SECOND);
        isBlocked(driver.decide(limit, 1, 0), Duration.ofDays(1));
    }

    @ParameterizedTest
    @EnumSource
    void ofOneLimiterLeavesTheOthersOfARequestUntouched(Algorithm algorithm) {
        RateLimit limit = Limits.of(5, MINUTE, algorithm);
        StoreDriver user = driver.withKey("user");
        driver.block(limit, MINUTE);

        Grant grant = driver.acquire(List.of(user.demand(limit, 1), driver.demand(limit, 1)), 0);

        isBlocked(grant.decision(), MINUTE);
        assertThat(grant.reservations()).isEmpty();
        assertThat(user.usage(limit).resetAfter()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void rejectsThoseWhoHaveAPlaceInTheQueue(Algorithm algorithm) {
        RateLimit limit = Limits.of(1, Duration.ofSeconds(10), algorithm);
        Turn first = Turn.first(Duration.ofSeconds(1));
        driver.take(limit, 1);
        Turn place = driver.ask(limit, 1, 60 * SECOND, first).turn();
        assertThat(place).isNotNull();
        driver.block(limit, MINUTE);

        isBlocked(driver.ask(limit, 1, 60 * SECOND, first).decision(), MINUTE);
        Grant again = driver.ask(limit, 1, 120 * SECOND, place);

        isBlocked(again.decision(), MINUTE);
        assertThat(again.turn()).isNull();
        clock.advance(60 * SECOND);
        assertThat(driver.ask(limit, 1, 60 * SECOND, first).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void isAsInTheReferenceModel(Algorithm algorithm) {
        for (long seed = 0; seed < SEEDS; seed++) {
            TestClock own = new TestClock();
            StoreDriver random =
                    new StoreDriver(open(own), "blocks", UUID.randomUUID().toString());
            new RandomRun(algorithm, random, own, seed).blocking().compare(steps(), seed % 2 == 0, false);
        }
    }

    protected abstract int steps();
}
