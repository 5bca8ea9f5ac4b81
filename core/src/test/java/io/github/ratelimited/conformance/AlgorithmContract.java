package io.github.ratelimited.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each algorithm promises where the behaviours that users of RRateLimiter rely on are those of a sliding window. */
public abstract class AlgorithmContract extends TimedNodes {

    /**
     * A line for each behaviour.
     *
     * @param grantedEachSecond 1.1 granted of 20 immediate tries on 10 per second, in each of five seconds
     * @param grantedAt5050ms 1.2 granted of two tries 5.05 s after the first of 2 per 5 s, when another came at 4 s
     * @param secondsApart 1.5 seconds between callers that wait on 1 per 5 s
     * @param available 1.7 available of 5 per 10 s before permits 1, 1 and 1 are taken, and after
     * @param afterRaise 1.8 available after 3 of 10 were used and the rate became 20
     * @param taken 1.8 to 1.12 permits that can be taken at once from 10 per 10 s
     */
    private record Promise(
            List<Long> grantedEachSecond,
            long grantedAt5050ms,
            long secondsApart,
            List<Long> available,
            long afterRaise,
            long taken) {}

    private static Promise promiseOf(Algorithm algorithm) {
        List<Long> down = List.of(5L, 4L, 3L, 2L);
        return switch (algorithm) {
            case SLIDING_WINDOW -> new Promise(List.of(10L, 10L, 10L, 10L, 10L), 1, 5, down, 17, 10);
            // After a full window the estimate leaves room only as that window slides out of the last second.
            case SLIDING_WINDOW_COUNTER -> new Promise(List.of(10L, 0L, 10L, 0L, 10L), 0, 10, down, 17, 10);
            case FIXED_WINDOW -> new Promise(List.of(10L, 10L, 10L, 10L, 10L), 2, 5, down, 17, 10);
            case TOKEN_BUCKET -> new Promise(List.of(10L, 10L, 10L, 10L, 10L), 1, 5, down, 17, 10);
            // Its windows are not as short as those here: CalendarContract.
            case CALENDAR_WINDOW -> throw new IllegalArgumentException(algorithm.name());
            case LEAKY_BUCKET -> new Promise(List.of(1L, 1L, 1L, 1L, 1L), 0, 5, List.of(1L, 0L, 0L, 0L), 0, 1);
        };
    }

    private RateLimiter limiter(Algorithm algorithm, long rate, long seconds) {
        return limiter(limit(rate, seconds).withAlgorithm(algorithm));
    }

    @ParameterizedTest(name = "1.1 of 20 immediate tries in each second: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void grantsInEachSecond(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 10, 1);
        for (long granted : promiseOf(algorithm).grantedEachSecond) {
            assertThat(grantedOf(20, limiter)).isEqualTo(granted);
            timer.advance(SECOND);
        }
    }

    @ParameterizedTest(name = "1.2 sliding, fixed or even: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void slidesOrNot(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 2, 5);
        assertThat(limiter.tryAcquire()).isTrue();
        timer.advance(4 * SECOND);
        assertThat(limiter.tryAcquire()).isTrue();
        timer.advance(1_050_000);
        assertThat(grantedOf(2, limiter)).isEqualTo(promiseOf(algorithm).grantedAt5050ms);
    }

    @ParameterizedTest(name = "1.4 a timeout that cannot be met is rejected at once: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void rejectsWhatDoesNotFitIntoTheTimeout(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 1, 5);
        assertThat(limiter.tryAcquire(Duration.ofSeconds(1))).isTrue();
        assertThat(limiter.tryAcquire(Duration.ofSeconds(1))).isFalse();
        assertThat(limiter.tryAcquire(Duration.ofSeconds(-1))).isFalse();
        assertThat(timer.waiting()).isZero();
    }

    @ParameterizedTest(name = "1.5 callers that wait come one after the other, then tryAcquire is false: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void acquiresForAsLongAsItTakes(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 1, 5);
        assertThat(acquire(limiter, 1)).isCompleted();
        for (int i = 1; i < 10; i++) {
            CompletableFuture<Void> acquired = acquire(limiter, 1);
            timer.advance(promiseOf(algorithm).secondsApart * SECOND - 1);
            assertThat(acquired).isNotDone();
            timer.advance(1);
            assertThat(acquired).isCompleted();
        }
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @ParameterizedTest(name = "1.7 availablePermits as they are taken and when they are due again: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void tellsAvailablePermits(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 5, 10);
        List<Long> available = promiseOf(algorithm).available;
        for (long expected : available) {
            assertThat(limiter.availablePermits()).isEqualTo(expected);
            assertThat(limiter.availablePermits()).isEqualTo(expected);
            limiter.tryAcquire();
        }
        // Two intervals, which is what the estimate of a counter needs.
        timer.advance(20 * SECOND);
        assertThat(limiter.availablePermits()).isEqualTo(available.get(0));
    }

    @ParameterizedTest(name = "1.8 changing a limit keeps what was used: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void keepsUseWhenTheLimitChanges(Algorithm algorithm) {
        Promise promise = promiseOf(algorithm);
        RateLimiter limiter = limiter(algorithm, 10, 10);
        assertThat(grantedOf(3, limiter)).isEqualTo(Math.min(3, promise.taken));
        limiter.setRate(limit(20, 10).withAlgorithm(algorithm));
        assertThat(limiter.availablePermits()).isEqualTo(promise.afterRaise);
        limiter.setRate(limit(10, 10).withAlgorithm(algorithm));
        assertThat(grantedOf(5, limiter)).isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 0 : 5);
        limiter.setRate(limit(5, 10).withAlgorithm(algorithm));
        assertThat(limiter.availablePermits()).isZero();
        assertThat(grantedOf(5, limiter)).isZero();
    }

    @ParameterizedTest(name = "1.9 switching between OVERALL and PER_CLIENT starts afresh: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void startsAfreshWhenTheTypeChanges(Algorithm algorithm) {
        RateLimit limit = limit(10, 10).withAlgorithm(algorithm);
        RateLimiter limiter = limiter(limit);
        long taken = promiseOf(algorithm).taken;
        assertThat(grantedOf(20, limiter)).isEqualTo(taken);
        limiter.setRate(limit.withType(RateType.PER_CLIENT));
        assertThat(grantedOf(20, limiter)).isEqualTo(taken);
    }

    @ParameterizedTest(name = "1.10 release gives back what was used and never more: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void releases(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 10, 10);
        long taken = promiseOf(algorithm).taken;
        assertThat(grantedOf(3, limiter)).isEqualTo(Math.min(3, taken));
        limiter.release(3);
        boolean even = algorithm == Algorithm.LEAKY_BUCKET;
        assertThat(limiter.availablePermits()).isEqualTo(even ? 0 : 10);
        limiter.release(10);
        limiter.release(0);
        assertThat(limiter.availablePermits()).isEqualTo(even ? 0 : 10);
        assertThat(grantedOf(20, limiter)).isEqualTo(even ? 0 : 10);
    }

    @ParameterizedTest(name = "1.11 reset makes it whole: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void resets(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 10, 10);
        long taken = promiseOf(algorithm).taken;
        assertThat(grantedOf(20, limiter)).isEqualTo(taken);
        limiter.reset();
        assertThat(grantedOf(20, limiter)).isEqualTo(taken);
    }

    @ParameterizedTest(name = "1.12 asking for more than can ever be granted takes nothing: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void refusesMoreThanCanEverBeGranted(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 10, 10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire(11))
                .withMessageContaining("11");
        assertThat(grantedOf(20, limiter)).isEqualTo(promiseOf(algorithm).taken);
    }
}
