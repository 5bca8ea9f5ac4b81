package io.github.ratelimited.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Permits that come back: by release, and by waits that end before their permits are due. */
public abstract class ReturnedPermitsContract extends TimedNodes {

    private RateLimiter limiter(Algorithm algorithm, long rate, long seconds) {
        return limiter(limit(rate, seconds).withAlgorithm(algorithm));
    }

    @ParameterizedTest(name = "2.3 permits that were released do not come back a second time when they expire: {0}")
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"})
    void countsReleasedPermitsOnce(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 10, 10);
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
        timer.advance(SECOND / 10);
        limiter.release(5);
        long granted = grantedOf(20, limiter);
        assertThat(granted).isEqualTo(5);
        timer.advance(10 * SECOND - SECOND / 10);
        // What was not released expires now; what was granted instead of the released permits stays booked. The counter
        // holds the whole window against the next, and the fixed window and the bucket are new.
        assertThat(grantedOf(20, limiter))
                .isEqualTo(
                        switch (algorithm) {
                            case SLIDING_WINDOW -> 5;
                            case SLIDING_WINDOW_COUNTER -> 0;
                            default -> 10;
                        });
    }

    @ParameterizedTest(name = "2.7 the last of a queue that is cancelled frees its place: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void freesThePlaceOfTheLast(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 1, 1);
        assertThat(limiter.tryAcquire()).isTrue();
        CompletableFuture<Void> first = acquire(limiter, 1);
        CompletableFuture<Void> last = acquire(limiter, 1);
        long apart = algorithm == Algorithm.SLIDING_WINDOW_COUNTER ? 2 : 1;

        assertThat(last.cancel(false)).isTrue();
        // Giving back is not waited for by whoever cancels.
        await(() -> limiter.decide(1, Duration.ZERO).retryAfter().equals(Duration.ofSeconds(2 * apart)));
        CompletableFuture<Void> next = acquire(limiter, 1);

        timer.advance(apart * SECOND);
        assertThat(first).isCompleted();
        assertThat(next).isNotDone();
        timer.advance(apart * SECOND);
        assertThat(next).isCompleted();
    }

    @ParameterizedTest(name = "2.7 one in the middle of a queue that is cancelled lets nobody through earlier: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void movesNobodyUp(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 1, 1);
        assertThat(limiter.tryAcquire()).isTrue();
        CompletableFuture<Void> middle = acquire(limiter, 1);
        CompletableFuture<Void> last = acquire(limiter, 1);
        long apart = algorithm == Algorithm.SLIDING_WINDOW_COUNTER ? 2 : 1;

        middle.cancel(false);
        timer.advance(2 * apart * SECOND - 1);
        assertThat(last).isNotDone();
        assertThat(limiter.tryAcquire()).isFalse();
        timer.advance(1);
        assertThat(last).isCompleted();
        timer.advance(2 * apart * SECOND);
        assertThat(limiter.tryAcquire()).isTrue();
    }

    @ParameterizedTest(name = "2.7 nothing is lost for longer than the horizon, whoever is cancelled: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void losesNothingForLongerThanTheHorizon(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 2, 1);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            waiting.add(acquire(limiter, 1));
        }
        Collections.shuffle(waiting, new Random(7));
        waiting.forEach(wait -> wait.cancel(false));
        await(() -> timer.waiting() == 0);
        timer.advance(30 * SECOND + 2 * SECOND);
        assertThat(limiter.availablePermits()).isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 1 : 2);
    }

    @ParameterizedTest(name = "2.8 500 waiters that are killed lock nobody out for longer than the horizon: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void locksNobodyOutForTheDead(Algorithm algorithm) {
        RateLimiter limiter = limiter(algorithm, 20, 10);
        for (int i = 0; i < 500; i++) {
            limiter.acquireAsync(1);
        }
        // Some wait to be able to reserve; all are there.
        await(() -> timer.waiting() >= 480);
        // Their process is gone: nobody wakes and nobody gives back.
        clock.advance(30 * SECOND);
        RateLimiter other = limiter(algorithm, 20, 10);
        long retryAfter = 0;
        while (!other.tryAcquire()) {
            clock.advance(SECOND / 10);
            retryAfter += SECOND / 10;
        }
        // What was booked last counts for one interval more, as any grant does; twice that by a counter's estimate.
        assertThat(retryAfter).isLessThanOrEqualTo(20 * SECOND);
    }
}
