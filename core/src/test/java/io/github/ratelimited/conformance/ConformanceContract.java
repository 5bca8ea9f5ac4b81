package io.github.ratelimited.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What users of Redisson's RRateLimiter rely on, for SLIDING_WINDOW, line by line of the list of behaviours. */
public abstract class ConformanceContract extends TimedNodes {

    private static final RateLimit TEN = limit(10, 10);

    @Test
    @DisplayName("1.1 of 20 immediate tries exactly 10 succeed, again in each following second")
    void grantsTheRateInEachSecond() {
        RateLimiter limiter = limiter(limit(10, 1));
        for (int round = 0; round < 5; round++) {
            assertThat(grantedOf(20, limiter)).isEqualTo(10);
            timer.advance(SECOND);
        }
    }

    @Test
    @DisplayName("1.2 sliding, not fixed")
    void slides() {
        RateLimiter limiter = limiter(limit(2, 5));
        assertThat(limiter.tryAcquire()).isTrue();
        timer.advance(4 * SECOND);
        assertThat(limiter.tryAcquire()).isTrue();
        timer.advance(1_050_000);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    @DisplayName("1.3 trySetRate sets once, setRate overwrites, clearRate returns to what is declared")
    void setsAndClearsRates() {
        RateLimiters node = node();
        RateLimiter free = node.get("free");
        assertThat(free.trySetRate(limit(1, 1))).isTrue();
        assertThat(free.trySetRate(limit(2, 1))).isFalse();
        assertThat(free.limit()).isEqualTo(limit(1, 1));
        free.setRate(limit(3, 1));
        assertThat(free.limit()).isEqualTo(limit(3, 1));

        RateLimiter declared = node.declare("api", TEN);
        assertThat(declared.trySetRate(limit(1, 1))).isFalse();
        declared.setRate(limit(4, 1));
        assertThat(declared.limit()).isEqualTo(limit(4, 1));
        assertThat(grantedOf(20, declared)).isEqualTo(4);
        declared.clearRate();
        assertThat(declared.limit()).isEqualTo(TEN);
    }

    @Test
    @DisplayName("1.3 the limit of a key stays in force when the sliding window of its name changes")
    void keepsLimitsOfKeysWhenTheWindowChanges() {
        RateLimiters node = node();
        RateLimit many = limit(200_000, 10);
        RateLimiter key = node.declare("api", TEN).forKey("acme");
        key.setRate(many);
        assertThat(key.limit()).isEqualTo(many.withAlgorithm(TEN.algorithm()));
        node.declare("api", limit(150_000, 10));
        assertThat(key.limit()).isEqualTo(many);

        assertThat(node.get("api").forKey("globex").trySetRate(TEN)).isTrue();
        node.declare("api", limit(20, 10));
        assertThat(node.get("api").forKey("globex").limit()).isEqualTo(TEN);
    }

    @Test
    @DisplayName("1.4 of tries that wait for 1 s on 1 per 5 s the first succeeds and the others are rejected")
    void rejectsWhatDoesNotFitIntoTheTimeout() {
        RateLimiter limiter = limiter(limit(1, 5));
        assertThat(limiter.tryAcquire(Duration.ofSeconds(1))).isTrue();
        assertThat(limiter.tryAcquire(Duration.ofSeconds(1))).isFalse();
        assertThat(limiter.tryAcquire(Duration.ofSeconds(1))).isFalse();
        assertThat(timer.waiting()).isZero();
    }

    @Test
    @DisplayName("1.4 zero and negative timeouts never wait")
    void neverWaitsWithoutATimeout() {
        RateLimiter limiter = limiter(limit(1, 1));
        limiter.acquire();
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofDays(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
            assertThat(limiter.tryAcquire(timeout)).isFalse();
            assertThat(limiter.tryAcquire(1, timeout)).isFalse();
        }
        timer.advance(SECOND);
        assertThat(limiter.tryAcquire(Duration.ofDays(-1))).isTrue();
    }

    @Test
    @DisplayName("1.5 acquire ten times on 1 per 5 s completes, then tryAcquire is false")
    void acquiresForAsLongAsItTakes() {
        RateLimiter limiter = limiter(limit(1, 5));
        for (int i = 0; i < 10; i++) {
            CompletableFuture<Void> acquired = acquire(limiter, 1);
            assertThat(acquired.isDone()).isEqualTo(i == 0);
            if (i > 0) {
                timer.advance(5 * SECOND - 1);
                assertThat(acquired).isNotDone();
                timer.advance(1);
                assertThat(acquired).isCompleted();
            }
        }
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    @DisplayName("1.7 availablePermits goes 5, 3, 1, 0 and is back at 5 when they are due; reading changes nothing")
    void tellsAvailablePermits() {
        RateLimiter limiter = limiter(limit(5, 10));
        for (int[] step : new int[][] {{2, 5}, {2, 3}, {1, 1}}) {
            assertThat(limiter.availablePermits()).isEqualTo(step[1]);
            assertThat(limiter.availablePermits()).isEqualTo(step[1]);
            assertThat(limiter.tryAcquire(step[0])).isTrue();
        }
        assertThat(limiter.availablePermits()).isZero();
        timer.advance(10 * SECOND - 1);
        assertThat(limiter.availablePermits()).isZero();
        timer.advance(1);
        assertThat(limiter.availablePermits()).isEqualTo(5);
    }

    @Test
    @DisplayName("1.8 changing a limit keeps what was used")
    void keepsUseWhenTheLimitChanges() {
        RateLimiter limiter = limiter(TEN);
        assertThat(limiter.tryAcquire(3)).isTrue();
        limiter.setRate(limit(20, 10));
        assertThat(limiter.availablePermits()).isEqualTo(17);
        limiter.setRate(TEN);
        assertThat(limiter.tryAcquire(5)).isTrue();
        limiter.setRate(limit(7, 10));
        assertThat(limiter.decide(0, Duration.ZERO).blocked()).isFalse();
        limiter.setRate(limit(5, 10));
        assertThat(limiter.availablePermits()).isZero();
        assertThat(grantedOf(5, limiter)).isZero();
    }

    @Test
    @DisplayName("1.8 an unknown name is not created by looking at it or clearing it, and a change books nothing")
    void createsNothingByItself() {
        RateLimiters node = node();
        RateLimiter unknown = node.get("unknown");
        unknown.clearRate();
        assertThatIllegalStateException()
                .isThrownBy(unknown::tryAcquire)
                .withMessageContaining("No rate limit named 'unknown'");
        assertThatIllegalStateException().isThrownBy(unknown::limit);
        assertThat(node.names()).doesNotContain("unknown");
        unknown.setRate(TEN);
        assertThat(unknown.availablePermits()).isEqualTo(10);
    }

    @Test
    @DisplayName("1.9 switching between OVERALL and PER_CLIENT starts afresh")
    void startsAfreshWhenTheTypeChanges() {
        RateLimiter limiter = limiter(TEN);
        assertThat(limiter.tryAcquire(8)).isTrue();
        limiter.setRate(TEN.withType(RateType.PER_CLIENT));
        assertThat(limiter.availablePermits()).isEqualTo(10);
        assertThat(limiter.tryAcquire(10)).isTrue();
    }

    @Test
    @DisplayName("1.9 PER_CLIENT gives two instances the full rate each")
    void givesEachClientItsOwnRate() {
        RateLimit perClient = TEN.withType(RateType.PER_CLIENT);
        RateLimiter one = limiter(perClient);
        RateLimiter other = limiter(perClient);
        assertThat(grantedOf(20, one)).isEqualTo(10);
        assertThat(grantedOf(20, other)).isEqualTo(10);
    }

    @Test
    @DisplayName("1.10 release gives back what was used and never more")
    void releases() {
        RateLimiter limiter = limiter(TEN);
        limiter.acquire(3);
        limiter.release(3);
        assertThat(limiter.availablePermits()).isEqualTo(10);
        limiter.acquire(3);
        limiter.release(0);
        assertThat(limiter.availablePermits()).isEqualTo(7);
        limiter.release(10);
        assertThat(limiter.availablePermits()).isEqualTo(10);
        assertThat(grantedOf(20, limiter)).isEqualTo(10);
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.release(-1));
    }

    @Test
    @DisplayName("1.11 reset makes it whole")
    void resets() {
        RateLimiter limiter = limiter(TEN);
        limiter.acquire(10);
        limiter.reset();
        assertThat(limiter.availablePermits()).isEqualTo(10);
        assertThat(limiter.tryAcquire(10)).isTrue();
    }

    @Test
    @DisplayName("1.12 asking for more than can ever be granted fails clearly and takes nothing")
    void refusesMoreThanCanEverBeGranted() {
        RateLimiter limiter = limiter(TEN);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire(11))
                .withMessageContaining("11")
                .withMessageContaining("10 per PT10S");
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.acquire(Long.MAX_VALUE));
        assertThat(limiter.availablePermits()).isEqualTo(10);
        assertThat(limiter.tryAcquire(10)).isTrue();
    }
}
