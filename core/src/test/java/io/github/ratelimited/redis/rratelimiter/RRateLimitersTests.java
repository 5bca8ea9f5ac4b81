package io.github.ratelimited.redis.rratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;

/** Limiters of Redisson, also as other programs see them. */
class RRateLimitersTests extends RRateLimitersFixture {

    @Test
    void firstUseMakesLimiterThatOtherProgramsShare() {
        RRateLimiter other = otherProgram(name);
        assertThat(other.isExists()).isFalse();

        assertThat(limiter.tryAcquire()).isTrue();

        assertThat(other.getConfig().getRate()).isEqualTo(3);
        assertThat(other.tryAcquire(2)).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    void limitThatAnotherProgramHasSetStaysInForce() {
        otherProgram(name).trySetRate(RateType.OVERALL, 1, Duration.ofMinutes(2));

        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
        assertThat(limiter.limit()).isEqualTo(RateLimit.of(1, Duration.ofMinutes(2)));
    }

    @Test
    void limiterWithoutDeclarationTakesTheLimitOfAnotherProgram() {
        String theirs = "theirs-" + UUID.randomUUID();
        assertThatIllegalStateException()
                .isThrownBy(() -> limiters.get(theirs).tryAcquire())
                .withMessageContaining("No rate limit named '" + theirs + "'");

        otherProgram(theirs).trySetRate(RateType.OVERALL, 1, HOUR);

        assertThat(limiters.get(theirs).tryAcquire()).isTrue();
        assertThat(limiters.get(theirs).tryAcquire()).isFalse();
    }

    @Test
    void keyFollowsNameAfterColon() {
        assertThat(limiter.forKey("alice").tryAcquire(3)).isTrue();
        assertThat(limiter.forKey("b{o}b").tryAcquire(2)).isTrue();

        assertThat(otherProgram(name + ":alice").availablePermits()).isZero();
        assertThat(otherProgram(name + ":b%007Bo%007Db").availablePermits()).isEqualTo(1);
        assertThat(otherProgram(name).isExists()).isFalse();
    }

    @Test
    void decisionSaysWhatIsKnownAndElseErrsOnTheSafeSide() {
        Decision granted = limiter.decide(3, Duration.ZERO);
        Decision rejected = limiter.decide(1, Duration.ofSeconds(-1));

        assertThat(granted)
                .isEqualTo(
                        Decision.of(name, THREE).remaining(0).resetAfter(HOUR).build());
        assertThat(rejected)
                .isEqualTo(Decision.of(name, THREE)
                        .allowed(false)
                        .remaining(0)
                        .retryAfter(HOUR)
                        .resetAfter(HOUR)
                        .build());
    }

    @Test
    void waitsForPermitsWithinTimeout() {
        RateLimiter fast = limiters.declare(name + "-fast", RateLimit.of(1, Duration.ofMillis(200)));
        assertThat(fast.decide(1, Duration.ofSeconds(20)).delay()).isZero();

        Awaitility.await()
                .until(() -> fast.decide(1, Duration.ofSeconds(20)).delay().compareTo(Duration.ofMillis(50)) > 0);
        fast.acquire();
        StoreDriver.get(fast.acquireAsync(1));
        assertThat(StoreDriver.get(fast.tryAcquireAsync(1, Duration.ofSeconds(20))))
                .isTrue();
    }

    @Test
    void rejectsWhenTimeoutIsSpent() {
        limiter.acquire(3);

        Decision rejected = limiter.decide(1, Duration.ofMillis(50));

        assertThat(rejected.allowed()).isFalse();
        assertThat(rejected.delay()).isZero();
    }

    @Test
    void requestForNothingIsGrantedAndMakesNothing() {
        assertThat(limiter.tryAcquire(0)).isTrue();

        assertThat(otherProgram(name).isExists()).isFalse();
    }

    @Test
    void limiterThatIsLostIsMadeAgain() {
        limiter.acquire(3);
        assertThat(otherProgram(name).delete()).isTrue();

        assertThat(limiter.tryAcquire(2)).isTrue();
        assertThat(limiter.availablePermits()).isEqualTo(1);
    }

    @Test
    void stagesCompleteOnNoThreadOfRedisson() {
        Stream<CompletionStage<?>> stages = Stream.of(
                limiter.decideAsync(1, Duration.ZERO),
                limiter.tryAcquireAsync(3, Duration.ofMillis(5)),
                limiter.availablePermitsAsync(),
                limiter.releaseAsync(1),
                limiter.setRateAsync(THREE),
                limiter.forKey("alice").limitAsync(),
                limiter.resetAsync());

        assertThat(stages.map(RRateLimitersTests::threadAfter).toList())
                .hasSize(7)
                .noneMatch(thread -> thread.contains("redisson"));
    }

    private static String threadAfter(CompletionStage<?> stage) {
        return StoreDriver.get(stage.thenApply(result -> Thread.currentThread().getName()));
    }

    @Test
    void startsLimitersOfOtherProgramsAgainThatItCouldNotSet() {
        try (RateLimiters others = RRateLimiters.builder(redis.client())
                .timeout(Duration.ofSeconds(20))
                .keepAlive(Duration.ofMinutes(1))
                .build()) {
            for (long rate : new long[] {5, 200_000}) {
                RateLimiter other = others.get("other-" + rate + UUID.randomUUID());
                redis.client()
                        .getRateLimiter(other.name())
                        .trySetRate(org.redisson.api.RateType.OVERALL, rate, Duration.ofHours(1));
                assertThat(other.tryAcquire(5)).isTrue();

                other.reset();

                assertThat(other.availablePermits()).isEqualTo(rate);
                assertThat(other.limit().rate()).isEqualTo(rate);
            }
        }
    }
}
