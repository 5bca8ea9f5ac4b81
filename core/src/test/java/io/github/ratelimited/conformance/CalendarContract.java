package io.github.ratelimited.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateType;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The lines of {@link AlgorithmContract} and {@link ReturnedPermitsContract} for windows of a calendar. */
public abstract class CalendarContract extends TimedNodes {

    /** The clock starts 20 s into a minute. */
    private static final long TO_BOUNDARY = 40 * SECOND;

    private static RateLimit perMinute(long rate) {
        return RateLimit.perCalendar(rate, CalendarUnit.MINUTE, ZoneId.of("Europe/Berlin"));
    }

    @Test
    @DisplayName("1.1 of 20 immediate tries in each minute the rate, 1.2 all at once when it begins")
    void grantsInEachMinute() {
        RateLimiter limiter = limiter(perMinute(10));
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
        timer.advance(TO_BOUNDARY - 1);
        assertThat(grantedOf(20, limiter)).isZero();
        timer.advance(1);
        for (int minute = 0; minute < 5; minute++) {
            assertThat(grantedOf(20, limiter)).isEqualTo(10);
            timer.advance(60 * SECOND);
        }
    }

    @Test
    @DisplayName("1.4 a timeout that cannot be met is rejected at once")
    void rejectsWhatDoesNotFitIntoTheTimeout() {
        RateLimiter limiter = limiter(perMinute(1));
        assertThat(limiter.tryAcquire(Duration.ofSeconds(1))).isTrue();
        assertThat(limiter.tryAcquire(Duration.ofSeconds(39))).isFalse();
        assertThat(timer.waiting()).isZero();
    }

    @Test
    @DisplayName("1.5 callers that wait come one after the other, also beyond what can be reserved")
    void acquiresForAsLongAsItTakes() {
        RateLimiter limiter = limiter(perMinute(1));
        assertThat(acquire(limiter, 1)).isCompleted();
        List<CompletableFuture<Void>> waiting = List.of(acquire(limiter, 1), acquire(limiter, 1), acquire(limiter, 1));
        for (int second = 1; second <= 40 + 120 + 30; second++) {
            timer.advance(SECOND);
            int passed = second;
            await(() -> timer.waiting()
                    == waiting.stream().filter(one -> !one.isDone()).count());
            for (int place = 0; place < 3; place++) {
                if (passed < 40 + 60 * place) {
                    assertThat(waiting.get(place)).as("second %d", passed).isNotDone();
                } else if (passed > 40 + 60 * place + 20) {
                    assertThat(waiting.get(place)).as("second %d", passed).isCompleted();
                }
            }
        }
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    @DisplayName("1.7 availablePermits as they are taken, and all of them at the boundary")
    void tellsAvailablePermits() {
        RateLimiter limiter = limiter(perMinute(5));
        for (long expected = 5; expected > 0; expected--) {
            assertThat(limiter.availablePermits()).isEqualTo(expected);
            limiter.acquire();
        }
        assertThat(limiter.availablePermits()).isZero();
        timer.advance(TO_BOUNDARY);
        assertThat(limiter.availablePermits()).isEqualTo(5);
    }

    @Test
    @DisplayName("1.8 changing a limit keeps what was used, 1.9 another type starts afresh")
    void keepsUseWhenTheLimitChanges() {
        RateLimiter limiter = limiter(perMinute(10));
        assertThat(grantedOf(3, limiter)).isEqualTo(3);
        limiter.setRate(perMinute(20));
        assertThat(limiter.availablePermits()).isEqualTo(17);
        limiter.setRate(perMinute(2));
        assertThat(grantedOf(5, limiter)).isZero();
        limiter.setRate(perMinute(2).withType(RateType.PER_CLIENT));
        assertThat(grantedOf(5, limiter)).isEqualTo(2);
    }

    @Test
    @DisplayName("1.10 release gives back what was used and never more, 1.11 reset makes it whole")
    void releasesAndResets() {
        RateLimiter limiter = limiter(perMinute(10));
        assertThat(grantedOf(3, limiter)).isEqualTo(3);
        limiter.release(20);
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
        limiter.reset();
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
        timer.advance(TO_BOUNDARY);
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
    }

    @Test
    @DisplayName("1.12 asking for more than can ever be granted takes nothing")
    void refusesMoreThanCanEverBeGranted() {
        RateLimiter limiter = limiter(perMinute(10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire(11))
                .withMessageContaining("10 per minute in Europe/Berlin");
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
    }

    @Test
    @DisplayName("2.7 a wait that is cancelled gives its place in the next window back")
    void freesThePlaceOfTheLast() {
        RateLimiter limiter = limiter(perMinute(2));
        timer.advance(TO_BOUNDARY - 10 * SECOND);
        assertThat(limiter.tryAcquire(2)).isTrue();
        CompletableFuture<Void> first = acquire(limiter, 2);
        first.cancel(false);
        await(() -> limiter.decide(2, Duration.ZERO).retryAfter().equals(Duration.ofSeconds(10)));
        CompletableFuture<Void> next = acquire(limiter, 2);
        timer.advance(10 * SECOND);
        assertThat(next).isCompleted();
    }
}
