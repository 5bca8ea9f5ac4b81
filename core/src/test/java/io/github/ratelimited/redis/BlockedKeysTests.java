package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Blocks of keys as two instances see them. */
class BlockedKeysTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final RateLimit LIMIT = RateLimit.of(5, Duration.ofMillis(200));
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final String name = "blocked-" + UUID.randomUUID();
    private final RateLimiters here =
            redis.limiters("blocked").limit(name, LIMIT).build();
    private final RateLimiters there =
            redis.limiters("blocked").limit(name, LIMIT).build();
    private final RateLimiter alice = here.get(name).forKey("alice");
    private final RateLimiter aliceThere = there.get(name).forKey("alice");

    @AfterEach
    void closeLimiters() {
        here.close();
        there.close();
    }

    private static Decision now(RateLimiter limiter) {
        return limiter.decide(1, Duration.ZERO);
    }

    @Test
    void aBlockIsKnownAtTheNextDecisionAnywhere() {
        assertThat(now(alice).allowed()).isTrue();
        assertThat(now(aliceThere).allowed()).isTrue();

        alice.block(MINUTE);

        Decision rejection = now(aliceThere);
        assertThat(rejection.blocked()).isTrue();
        assertThat(rejection.retryAfter()).isBetween(Duration.ofSeconds(50), MINUTE);
        assertThat(now(alice).blocked()).isTrue();
        assertThat(aliceThere.blockedFor()).isBetween(Duration.ofSeconds(50), MINUTE);
        assertThat(aliceThere.availablePermits()).isZero();
        assertThat(now(there.get(name).forKey("bob")).allowed()).isTrue();
    }

    @Test
    void aBlockSurvivesARestartAndAReset() {
        alice.block(MINUTE);
        here.close();
        aliceThere.reset();
        try (RateLimiters restarted =
                redis.limiters("blocked").limit(name, LIMIT).build()) {
            assertThat(now(restarted.get(name).forKey("alice")).blocked()).isTrue();
        }
    }

    @Test
    void aBlockThatIsLiftedIsGoneAtOnceHereAndSoonElsewhere() {
        alice.block(MINUTE);
        assertThat(now(aliceThere).blocked()).isTrue();

        alice.unblock();

        assertThat(now(alice).allowed()).isTrue();
        assertThat(alice.blockedFor()).isZero();
        Awaitility.await().until(() -> now(aliceThere).allowed());
    }

    @Test
    void whoMayWaitPastTheEndGoesThroughThen() {
        alice.block(Duration.ofMillis(500));

        Decision decision = aliceThere.decide(1, MINUTE);

        assertThat(decision.allowed()).isTrue();
        assertThat(decision.delay()).isPositive();
    }

    @Test
    void whoMayNotWaitForSoLongIsRejectedAtOnce() {
        alice.block(MINUTE);
        assertThat(aliceThere.decide(1, Duration.ofSeconds(30)).blocked()).isTrue();
    }

    @Test
    void aBlockNeedsALengthOfTime() {
        for (Duration wrong : new Duration[] {Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(36_526)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> alice.block(wrong))
                    .withMessage("duration must be positive and at most 100 years, but is " + wrong);
            assertThatThrownBy(
                            () -> alice.blockAsync(wrong).toCompletableFuture().join())
                    .hasCauseInstanceOf(IllegalArgumentException.class);
        }
        assertThat(now(alice).allowed()).isTrue();
    }

    @Test
    void asynchronousFormsDoTheSame() {
        alice.blockAsync(MINUTE).toCompletableFuture().join();
        assertThat(aliceThere.blockedForAsync().toCompletableFuture().join()).isPositive();
        alice.unblockAsync().toCompletableFuture().join();
        assertThat(aliceThere.blockedForAsync().toCompletableFuture().join()).isZero();
    }
}
