package io.github.ratelimited.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits at the ends of what is allowed: never silently unlimited. */
public abstract class ExtremeLimitsContract extends TimedNodes {

    private static final RateLimit HUGE_BUCKET =
            RateLimit.of(1_000_000, Duration.ofSeconds(1)).withAlgorithm(Algorithm.TOKEN_BUCKET);

    @ParameterizedTest(name = "2.17 1 per 100 years lets no second one through, however long it waits: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void neverEndsAWaitEarly(Algorithm algorithm) {
        long centuryAndMore = 36_525L / 2;
        RateLimiter limiter =
                limiter(RateLimit.of(1, Duration.ofDays(centuryAndMore)).withAlgorithm(algorithm));
        assertThat(limiter.tryAcquire()).isTrue();
        CompletableFuture<Void> second = acquire(limiter, 1);
        assertThat(second).isNotDone();
        assertThat(limiter.tryAcquire(Duration.ofDays(1))).isFalse();
        second.cancel(false);
    }

    @Test
    @DisplayName("2.17 acquire never returns without permits, not even from a wait of more than 100 years")
    void acquireNeverReturnsWithoutPermits() {
        RateLimit longest = RateLimit.of(1_000_000_000, Duration.ofDays(36_525 / 2))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(1_000_000_000);
        RateLimiter limiter = limiter(longest);
        assertThat(limiter.tryAcquire(1_000_000_000)).isTrue();
        limiter.setRate(longest.withBurst(1));
        assertThat(limiter.tryAcquire()).isFalse();
        CompletableFuture<Void> acquired = acquire(limiter, 1);
        assertThat(acquired).isNotDone();
        acquired.cancel(false);
    }

    @ParameterizedTest(name = "2.17 use under a limit of {0} permits stays use when the limit becomes 1 per {1}")
    @CsvSource({"1000000, PT24H", "1000000000, PT8784H", "1000000000000000, PT876576H"})
    void staysLimitedWhenTheLimitBecomesTiny(long used, Duration interval) {
        RateLimiter limiter = limiter(HUGE_BUCKET.withBurst(used));
        assertThat(limiter.tryAcquire(used)).isTrue();
        RateLimit tiny = RateLimit.of(1, interval.dividedBy(2)).withAlgorithm(Algorithm.TOKEN_BUCKET);
        limiter.setRate(tiny);

        assertThat(limiter.availablePermits()).isZero();
        assertThat(limiter.tryAcquire()).isFalse();
        assertThat(limiter.tryAcquire(Duration.ofHours(1))).isFalse();
        assertThat(limiter.decide(1, Duration.ZERO).retryAfter()).isGreaterThan(Duration.ofDays(365 * 99));
        CompletableFuture<Void> acquired = acquire(limiter, 1);
        assertThat(acquired).isNotDone();
        acquired.cancel(false);

        limiter.release(1);
        limiter.charge(1);
        limiter.block(Duration.ofHours(1));
        assertThat(limiter.blockedFor()).isPositive();
        limiter.unblock();
        clock.advance(-1_000_000);
        assertThat(limiter.tryAcquire()).isFalse();

        limiter.release(used + 1);
        assertThat(limiter.availablePermits()).isEqualTo(1);
        assertThat(grantedOf(3, limiter)).isEqualTo(1);
    }

    @ParameterizedTest(name = "2.17 what is owed never exceeds 2^51 permits, however often they are charged: {0}")
    @EnumSource
    void owesNoMoreThanCanBeCounted(Algorithm algorithm) {
        RateLimiter limiter = limiter(
                algorithm == Algorithm.CALENDAR_WINDOW
                        ? RateLimit.perCalendar(10, CalendarUnit.MONTH, ZoneOffset.UTC)
                        : limit(10, 3600).withAlgorithm(algorithm));
        for (int i = 0; i < 5; i++) {
            limiter.charge(Long.MAX_VALUE);
            assertThat(limiter.availablePermits()).isZero();
            assertThat(limiter.tryAcquire()).isFalse();
        }
        assertThat(limiter.decide(1, Duration.ZERO).retryAfter()).isLessThan(Duration.ofDays(365 * 102));
        if (algorithm != Algorithm.LEAKY_BUCKET) {
            limiter.release(1L << 51);
            assertThat(limiter.availablePermits()).isEqualTo(10);
        }
    }

    @Test
    @DisplayName("2.17 an exact window goes on counting where its total of 2^52 permits begins anew")
    void countsOnWhereTheTotalBeginsAnew() {
        RateLimiter limiter = limiter(limit(10, 3600));
        long quarter = 1L << 50;
        for (long use : new long[] {quarter, quarter, quarter, quarter - 3}) {
            limiter.charge(use);
            clock.advance(3600 * SECOND);
        }
        for (int remaining = 9; remaining >= 0; remaining--) {
            assertThat(limiter.decide(1, Duration.ZERO).remaining()).isEqualTo(remaining);
            clock.advance(SECOND);
        }
        assertThat(limiter.tryAcquire()).isFalse();
        limiter.release(5);
        assertThat(limiter.availablePermits()).isEqualTo(5);
        assertThat(grantedOf(6, limiter)).isEqualTo(5);
        clock.advance(3595 * SECOND);
        assertThat(limiter.availablePermits()).isEqualTo(1);
    }

    @ParameterizedTest(name = "2.17 1 per millisecond limits: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void limitsWithinMilliseconds(Algorithm algorithm) {
        RateLimiter limiter = limiter(RateLimit.of(1, Duration.ofMillis(1)).withAlgorithm(algorithm));
        for (int i = 0; i < 5; i++) {
            assertThat(grantedOf(3, limiter)).isEqualTo(1);
            timer.advance(999);
            assertThat(limiter.tryAcquire()).isFalse();
            timer.advance(1001);
        }
    }

    @Test
    @DisplayName("2.17 a bucket that holds far less than half of its rate limits")
    void limitsWithATinyBucket() {
        RateLimiter limiter = limiter(HUGE_BUCKET.withBurst(1));
        for (int i = 0; i < 5; i++) {
            assertThat(grantedOf(3, limiter)).isEqualTo(1);
            timer.advance(1);
        }
    }
}
