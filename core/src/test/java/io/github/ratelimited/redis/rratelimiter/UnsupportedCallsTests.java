package io.github.ratelimited.redis.rratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What limiters of Redisson cannot do, and what no limiter takes. */
class UnsupportedCallsTests extends RRateLimitersFixture {

    @Test
    void saysThatItSettlesNothing() {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> limiter.hold(1, Duration.ZERO),
                () -> limiters.hold(Map.of(limiter, 1L), Duration.ZERO),
                () -> limiter.charge(1))) {
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(call)
                    .withMessageContaining("RRateLimiter has no ")
                    .withMessageContaining(name);
        }
        assertThat(List.of(
                        limiter.holdAsync(1, Duration.ZERO),
                        limiters.holdAsync(Map.of(limiter, 1L), Duration.ZERO),
                        limiter.chargeAsync(1)))
                .allSatisfy(stage -> assertThat(stage).isCompletedExceptionally());
        assertThat(limiter.availablePermits()).isEqualTo(3);
    }

    @Test
    void cannotBeBlocked() {
        assertThatThrownBy(() -> limiter.block(HOUR))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Redisson's limiters, which cannot be blocked");
        assertThatThrownBy(limiter::unblock).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(limiter::blockedFor).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void countsUnderNoOtherLimitAndNoPlan() {
        RateLimit more = RateLimit.of(9, HOUR);
        assertThatThrownBy(() -> limiter.withLimit(more)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> limiter.withPlan("pro")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> limiter.forKey("alice").withPlan("pro"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void countsByNoCalendar() {
        RateLimit monthly = RateLimit.perCalendar(10, CalendarUnit.MONTH, ZoneOffset.UTC);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.declare("monthly", monthly))
                .withMessageContaining("SLIDING_WINDOW only");
    }

    @Test
    void wrongNumbersOfPermitsAreRefusedAndTakeNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.release(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.tryAcquire(4))
                .withMessageContaining("at most 3");

        assertThat(limiter.availablePermits()).isEqualTo(3);
    }

    @Test
    void severalLimitersAtOnceAreNotSupported() {
        Map<RateLimiter, Long> one = Map.of(limiter, 3L);
        Map<RateLimiter, Long> two = Map.of(limiter, 1L, limiter.forKey("alice"), 1L);

        assertThat(limiters.decide(one, Duration.ZERO).allowed()).isTrue();
        assertThat(StoreDriver.get(limiters.decideAsync(one, Duration.ZERO)).allowed())
                .isFalse();
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> limiters.decide(two, Duration.ZERO))
                .withMessageContaining("one limiter at a time");
        assertThatIllegalArgumentException().isThrownBy(() -> limiters.decide(Map.of(), Duration.ZERO));
        try (RateLimiters others = RRateLimiters.builder(redis.client()).build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> others.decide(Map.of(limiter, 1L), Duration.ZERO))
                    .withMessageContaining("'" + name + "' comes from other RateLimiters");
        }
    }

    @Test
    void stagesFailWithWhatIsWrong() {
        Map<RateLimiter, Long> two = Map.of(limiter, 1L, limiter.forKey("alice"), 1L);
        assertFails(IllegalArgumentException.class, limiter.decideAsync(-1, Duration.ZERO));
        assertFails(IllegalArgumentException.class, limiter.acquireAsync(-1));
        assertFails(IllegalArgumentException.class, limiter.acquireAsync(4));
        assertFails(IllegalArgumentException.class, limiter.releaseAsync(-1));
        assertFails(IllegalArgumentException.class, limiters.decideAsync(Map.of(), Duration.ZERO));
        assertFails(UnsupportedOperationException.class, limiters.decideAsync(two, Duration.ZERO));
    }

    private static void assertFails(Class<? extends Exception> type, CompletionStage<?> stage) {
        assertThat(stage.toCompletableFuture())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(type);
    }
}
