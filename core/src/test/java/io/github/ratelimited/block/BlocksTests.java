package io.github.ratelimited.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Blocks of limiters in one process, on a clock that the test moves. */
class BlocksTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final TestClock clock = new TestClock();
    private final ManualTimer timer = new ManualTimer(clock);
    private final List<String> events = new ArrayList<>();

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .clock(clock)
            .timer(timer)
            .executor(Runnable::run)
            .observer(new Events())
            .blockAfterRejection(limiter -> limiter.equals("codes") ? Duration.ofSeconds(10) : null)
            .limit("api", RateLimit.of(1, SECOND))
            .limit("codes", RateLimit.of(3, Duration.ofSeconds(5)))
            .build();

    private final RateLimiter api = limiters.get("api");
    private final RateLimiter codes = limiters.get("codes").forKey("alice");

    private Runnable onDecision = () -> {};

    private final class Events implements LimiterObserver {

        @Override
        public void decided(Demand demand, Decision decision) {
            onDecision.run();
        }

        @Override
        public void blocked(LimiterKey limiterKey, Duration left, boolean here) {
            events.add((here ? "set " : "met ") + limiterKey.limiter() + '/' + limiterKey.key() + ' ' + left);
        }

        @Override
        public void unblocked(LimiterKey limiterKey) {
            events.add("lifted " + limiterKey.limiter() + '/' + limiterKey.key());
        }
    }

    private static Decision now(RateLimiter limiter) {
        return limiter.decide(1, Duration.ZERO);
    }

    @Test
    void aBlockWithoutAKeyIsOneOfEachKey() {
        RateLimiter alice = api.forKey("alice");
        api.block(MINUTE);

        assertThat(now(alice).blocked()).isTrue();
        assertThat(now(alice).retryAfter()).isEqualTo(MINUTE);
        assertThat(now(api).blocked()).isTrue();
        assertThat(alice.blockedFor()).isEqualTo(MINUTE);
        assertThat(alice.availablePermits()).isZero();
        assertThat(limiters.decide(Map.of(alice, 1L, codes, 1L), Duration.ZERO).blocked())
                .isTrue();
        assertThat(codes.availablePermits()).isEqualTo(3);

        alice.unblock();
        assertThat(now(alice).blocked()).isTrue();
        api.block(SECOND);
        assertThat(alice.blockedFor()).isEqualTo(MINUTE);
        api.unblock();
        assertThat(now(alice).allowed()).isTrue();
        assertThat(alice.blockedFor()).isZero();
    }

    @Test
    void aBlockWithoutAKeyEndsByItself() {
        api.block(MINUTE);
        clock.advance(59_999_999);
        assertThat(now(api.forKey("alice")).retryAfter()).isEqualTo(Duration.ofNanos(1000));
        clock.advance(1);
        assertThat(now(api.forKey("alice")).allowed()).isTrue();
        assertThat(now(api).allowed()).isTrue();
    }

    @Test
    void whoWakesToABlockGivesBackAndIsRejected() {
        for (RateLimiter limiter : List.of(api, api.forKey("alice"))) {
            limiter.acquire();
            CompletableFuture<Decision> waits =
                    limiter.decideAsync(1, Duration.ofSeconds(5)).toCompletableFuture();
            limiter.block(MINUTE);
            limiter.block(Duration.ofMillis(500));

            timer.advance(1_000_000);

            assertThat(waits)
                    .isCompletedWithValueMatching(decision ->
                            decision.blocked() && decision.retryAfter().equals(Duration.ofSeconds(59)));
            limiter.unblock();
            assertThat(now(limiter).allowed()).isTrue();
            clock.advance(5_000_000);
        }
    }

    @Test
    void aHoldThatItsCallerNeverGotKeepsNoBlockAway() {
        assertThat(Stream.generate(() -> now(codes)).limit(3)).allMatch(Decision::allowed);
        CompletableFuture<Hold> waits = codes.holdAsync(1, MINUTE).toCompletableFuture();
        onDecision = () -> waits.cancel(false);
        timer.advance(5_000_000);
        assertThat(waits).isCancelled();

        onDecision = () -> {};
        assertThat(Stream.generate(() -> now(codes)).limit(3)).allMatch(Decision::allowed);
        assertThat(now(codes).allowed()).isFalse();
        assertThat(codes.blockedFor()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void whoWakesAfterABlockWasLiftedGoesThrough() {
        api.acquire();
        CompletableFuture<Decision> waits = api.decideAsync(1, FOREVER).toCompletableFuture();
        api.block(MINUTE);
        api.unblock();
        timer.advance(1_000_000);
        assertThat(waits).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void whoMayWaitPastTheEndAsksAgainWithinATenthOfASecondOfIt() {
        RateLimiter alice = api.forKey("alice");
        alice.block(Duration.ofSeconds(20));
        CompletableFuture<Decision> waits = alice.decideAsync(1, FOREVER).toCompletableFuture();
        timer.advance(19_999_999);
        assertThat(waits).isNotDone();
        timer.advance(100_001);
        assertThat(waits).isCompletedWithValueMatching(Decision::allowed);
    }

    @Test
    void thoseWhoMayWaitPastTheEndDoNotComeAllAtOnce() {
        RateLimiter many = limiters.declare("many", RateLimit.of(10_000, SECOND));
        for (RateLimiter limiter : List.of(many.forKey("alice"), many)) {
            limiter.block(Duration.ofSeconds(20));
            List<CompletableFuture<Decision>> waits = Stream.generate(
                            () -> limiter.decideAsync(1, FOREVER).toCompletableFuture())
                    .limit(1_000)
                    .toList();
            timer.advance(20_000_000);
            long before = waits.stream().filter(CompletableFuture::isDone).count();
            for (int tenth = 0; tenth < 10; tenth++) {
                timer.advance(10_000);
                long now = waits.stream().filter(CompletableFuture::isDone).count();
                assertThat(now - before).isBetween(30L, 200L);
                before = now;
            }
            assertThat(waits).allMatch(wait -> wait.join().allowed());
        }
    }

    @Test
    void aKeyThatIsRejectedForWantOfPermitsIsBlocked() {
        assertThat(codes.tryAcquire(3)).isTrue();
        Decision rejection = now(codes);
        assertThat(rejection.allowed()).isFalse();
        assertThat(rejection.blocked()).isFalse();

        clock.advance(4_000_000);

        assertThat(now(codes).blocked()).isTrue();
        assertThat(codes.blockedFor()).isEqualTo(Duration.ofSeconds(6));
        assertThat(now(limiters.get("codes").forKey("bob")).allowed()).isTrue();
        clock.advance(6_000_000);
        assertThat(now(codes).allowed()).isTrue();
    }

    @Test
    void noBlockFollowsARejectionBecauseAWaitDidNotFit() {
        codes.tryAcquire(3);
        assertThat(codes.decide(1, SECOND).allowed()).isFalse();
        assertThat(limiters.decide(Map.of(codes, 1L, api, 1L), SECOND).allowed())
                .isFalse();
        assertThat(codes.blockedFor()).isZero();
    }

    @Test
    void noBlockFollowsARejectionByAnotherLimitOfTheCall() {
        api.acquire();
        assertThat(limiters.decide(Map.of(codes, 1L, api, 1L), Duration.ZERO).allowed())
                .isFalse();
        assertThat(codes.blockedFor()).isZero();
        assertThat(api.blockedFor()).isZero();
    }

    @Test
    void noBlockFollowsWhileACallOfTheKeyIsNotSettled() {
        Hold right = codes.hold(3, Duration.ZERO);
        assertThat(now(codes).allowed()).isFalse();
        assertThat(codes.blockedFor()).isZero();

        right.settle(3);

        assertThat(now(codes).blocked()).isFalse();
        assertThat(codes.blockedFor()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void tellsOfEachBlockOnce() {
        codes.tryAcquire(3);
        now(codes);
        now(codes);
        codes.unblock();
        api.block(MINUTE);
        now(api);
        assertThat(events).containsExactly("set codes/alice PT10S", "lifted codes/alice", "set api/ PT1M");
    }
}
