package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls with several limits beside others who wait for one of them, on a set clock. */
class OvertakingTests {

    private static final long SECOND = 1_000_000;
    private static final int RATE = 10;
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final TestClock clock = new TestClock();
    private final ManualTimer timer = new ManualTimer(clock);

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .clock(clock)
            .timer(timer)
            .executor(Runnable::run)
            .build();

    private final RateLimiter user = limiters.declare("user", RateLimit.of(5, Duration.ofSeconds(1)));
    private final List<Long> waits = new ArrayList<>();
    private final AtomicLong single = new AtomicLong();

    private RateLimiter busy(Algorithm algorithm) {
        return limiters.declare("all", RateLimit.of(RATE, Duration.ofSeconds(1)).withAlgorithm(algorithm));
    }

    /** By the estimate of a counter a full window leaves half of the next. */
    private static double fair(Algorithm algorithm, int callers) {
        return callers / (algorithm == Algorithm.SLIDING_WINDOW_COUNTER ? RATE / 2.0 : RATE);
    }

    private void loop(RateLimiter limiter) {
        limiter.acquireAsync(1).thenRun(() -> {
            single.incrementAndGet();
            loop(limiter);
        });
    }

    private void loop(Map<RateLimiter, Long> several) {
        long since = clock.micros();
        limiters.decideAsync(several, FOREVER).thenRun(() -> {
            waits.add(clock.micros() - since);
            loop(several);
        });
    }

    private double longestWait() {
        return waits.stream().mapToLong(wait -> wait).max().orElse(Long.MAX_VALUE) / (double) SECOND;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void waitsItsTurnAmongCallsThatReserveOneOfItsLimits(Algorithm algorithm) {
        RateLimiter all = busy(algorithm);
        IntStream.range(0, 30).forEach(i -> loop(all));
        timer.advance(5 * SECOND);

        loop(Map.of(user.forKey("alice"), 1L, all, 1L));
        timer.advance(60 * SECOND);

        assertThat(longestWait()).isLessThanOrEqualTo(3 * fair(algorithm, 31));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void nobodyStarvesAmongCallsWithTheSameLimits(Algorithm algorithm) {
        RateLimiter all = busy(algorithm);
        IntStream.range(0, 30).forEach(i -> loop(Map.of(user.forKey(i), 1L, all, 1L)));
        timer.advance(60 * SECOND);

        assertThat(waits).hasSizeGreaterThan((int) (0.9 * 60 * 30 / fair(algorithm, 30)));
        assertThat(longestWait()).isLessThanOrEqualTo(3 * fair(algorithm, 30));
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "LEAKY_BUCKET"})
    void costsTheOthersNextToNothingWhileAnotherLimitIsUsedUp(Algorithm algorithm) {
        RateLimiter all = busy(algorithm);
        RateLimiter usedUp = limiters.declare("month", RateLimit.of(1, Duration.ofDays(30)));
        assertThat(usedUp.tryAcquire()).isTrue();
        IntStream.range(0, 30).forEach(i -> loop(all));
        IntStream.range(0, 30).forEach(i -> loop(Map.of(usedUp, 1L, all, 1L)));
        timer.advance(60 * SECOND);

        assertThat(waits).isEmpty();
        assertThat(single.get()).isGreaterThanOrEqualTo((long) (0.95 * 60 * 30 / fair(algorithm, 30)));
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "LEAKY_BUCKET"})
    void manyCallsOfOneUserCostTheOthersNoMoreThanTheUserMayHave(Algorithm algorithm) {
        RateLimiter all = busy(algorithm);
        RateLimiter few =
                limiters.declare("few", RateLimit.of(1, Duration.ofSeconds(1))).forKey("bob");
        IntStream.range(0, 30).forEach(i -> loop(all));
        IntStream.range(0, 100).forEach(i -> loop(Map.of(few, 1L, all, 1L)));
        timer.advance(60 * SECOND);

        assertThat(waits).isNotEmpty();
        assertThat(single.get() + waits.size()).isGreaterThanOrEqualTo((long) (0.95 * 60 * 30 / fair(algorithm, 30)));
    }
}
