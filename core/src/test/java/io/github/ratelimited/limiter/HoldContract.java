package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds and charges promise whatever counts them, on a clock that the test moves. */
public abstract class HoldContract {

    private static final RateLimit TEN = RateLimit.of(10, Duration.ofMinutes(1));

    protected final TestClock clock = new TestClock();

    @AutoClose
    private RateLimiters limiters;

    private RateLimiter limiter;

    protected abstract RateLimiters open();

    @BeforeEach
    void openLimiters() {
        limiters = open();
        limiter = limiters.declare("tokens", TEN).forKey("alice");
    }

    private static <T> T get(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
        return stage.toCompletableFuture().join();
    }

    private Hold hold(long permits) {
        return limiter.hold(permits, Duration.ZERO);
    }

    @Test
    void whatACallDidNotUseGoesBack() {
        Hold hold = hold(8);
        assertThat(hold.decision())
                .isEqualTo(get(limiters.get("tokens").forKey("bob").decideAsync(8, Duration.ZERO)));
        assertThat(limiter.availablePermits()).isEqualTo(2);
        get(hold.settleAsync(3));
        assertThat(limiter.availablePermits()).isEqualTo(7);
    }

    @Test
    void whatACallUsedBeyondItCountsAlsoBeyondTheLimit() {
        get(hold(2).settleAsync(15));
        assertThat(limiter.availablePermits()).isZero();
        assertThat(limiter.decide(1, Duration.ZERO).retryAfter()).isEqualTo(Duration.ofMinutes(1));
        clock.advance(60_000_000);
        assertThat(limiter.availablePermits()).isEqualTo(10);
    }

    /** Under the limit of then, it would refill the bucket or begin a window. */
    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "FIXED_WINDOW", "SLIDING_WINDOW_COUNTER"})
    void whatACallUsedBeyondItCountsUnderTheLimitOfNow(Algorithm algorithm) {
        RateLimit before = RateLimit.of(10, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        RateLimit after = RateLimit.of(10, Duration.ofHours(1)).withAlgorithm(algorithm);
        RateLimiter changed = limiters.declare("changed", before);
        Hold hold = changed.hold(1, Duration.ZERO);
        changed.setRate(after);
        assertThat(changed.tryAcquire(9)).isTrue();
        clock.advance(20_000_000);
        get(hold.settleAsync(2));
        assertThat(changed.availablePermits()).isZero();
        assertThat(changed.decide(9, Duration.ZERO).retryAfter()).isGreaterThan(Duration.ofMinutes(30));
    }

    /** Longer than anything that is granted. */
    @Test
    void aDebtIsPaidBackHoweverLongThatTakes() {
        RateLimiter indebted = limiters.declare(
                "indebted", RateLimit.of(1, Duration.ofSeconds(1)).withAlgorithm(Algorithm.TOKEN_BUCKET));
        get(indebted.chargeAsync(100));
        clock.advance(90_000_000);
        assertThat(indebted.decide(1, Duration.ZERO).retryAfter())
                .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(11));
    }

    @Test
    void onlyTheFirstSettlementCounts() {
        Hold hold = hold(8);
        get(hold.settleAsync(8));
        get(hold.settleAsync(0));
        hold.settle(100);
        assertThat(limiter.availablePermits()).isEqualTo(2);
    }

    @Test
    void whatIsNeverSettledStaysTaken() {
        hold(8);
        assertThat(limiter.availablePermits()).isEqualTo(2);
    }

    @Test
    void aRejectionIsAnExceptionAndTakesNothing() {
        hold(8);
        assertThatExceptionOfType(RateLimitExceededException.class)
                .isThrownBy(() -> hold(3))
                .satisfies(ex -> assertThat(ex.getDecision().retryAfter()).isEqualTo(Duration.ofMinutes(1)));
        assertThatThrownBy(() -> limiter.holdAsync(3, Duration.ZERO)
                        .toCompletableFuture()
                        .join())
                .hasCauseInstanceOf(RateLimitExceededException.class);
        assertThat(limiter.availablePermits()).isEqualTo(2);
    }

    @Test
    void negativeCostsAreRefusedAndLeaveTheHoldOpen() {
        Hold hold = hold(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hold.settle(-1))
                .withMessage("What a call of rate limit 'tokens' used must not be negative, but is -1");
        assertThat(hold.settleAsync(-7).toCompletableFuture()).isCompletedExceptionally();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.charge(-2))
                .withMessage("Permits that are charged under rate limit 'tokens' must be at least 0, but are -2");
        assertThat(limiter.chargeAsync(-2).toCompletableFuture()).isCompletedExceptionally();
        assertThatExceptionOfType(ImpossiblePermitsException.class).isThrownBy(() -> hold(11));
        get(hold.settleAsync(0));
        assertThat(limiter.availablePermits()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void theLargestCostIsCountedLikeAnyOther(Algorithm algorithm) {
        RateLimiter huge =
                limiters.declare("huge", TEN.withAlgorithm(algorithm)).forKey("alice");
        get(huge.hold(1, Duration.ZERO).settleAsync(Long.MAX_VALUE));
        huge.charge(Long.MAX_VALUE);
        huge.charge(1);
        Decision rejected = huge.decide(1, Duration.ZERO);
        assertThat(rejected.allowed()).isFalse();
        assertThat(rejected.retryAfter()).isPositive();
        assertThat(huge.availablePermits()).isZero();
    }

    @Test
    void chargesCountWhatIsUsedAlready() {
        limiter.charge(4);
        assertThat(limiter.availablePermits()).isEqualTo(6);
        get(limiter.chargeAsync(20));
        assertThat(limiter.availablePermits()).isZero();
        limiter.charge(0);
        assertThat(limiter.decide(1, Duration.ZERO).retryAfter()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void chargingNothingBeginsNoWindow() {
        RateLimiter fixed = limiters.declare("fixed", TEN.withAlgorithm(Algorithm.FIXED_WINDOW));
        fixed.charge(0);
        clock.advance(30_000_000);
        assertThat(fixed.decide(1, Duration.ZERO).resetAfter()).isEqualTo(TEN.interval());
    }

    @Test
    void nothingCanBeHadOnlyWhereMoreIsUsedThanTheLimit() {
        limiter.charge(10);
        Hold nothing = hold(0);
        assertThat(nothing.decision().allowed()).isTrue();
        get(nothing.settleAsync(3));
        assertThatExceptionOfType(RateLimitExceededException.class)
                .isThrownBy(() -> hold(0))
                .satisfies(ex -> assertThat(ex.getDecision().retryAfter()).isEqualTo(Duration.ofMinutes(1)));
        clock.advance(60_000_000);
        assertThat(hold(0).decision().remaining()).isEqualTo(10);
    }

    @Test
    void eachOfSeveralLimitersSettlesItsOwn() {
        RateLimiter other = limiters.declare("calls", RateLimit.of(3, Duration.ofMinutes(1)));
        Map<RateLimiter, Long> permits = new LinkedHashMap<>();
        permits.put(limiter, 6L);
        permits.put(other, 1L);
        Map<RateLimiter, Hold> holds = limiters.hold(permits, Duration.ZERO);
        assertThat(holds).containsOnlyKeys(limiter, other);
        assertThat(holds.values()).extracting(hold -> hold.decision().limiter()).containsExactly("calls", "tokens");
        get(holds.get(limiter).settleAsync(1));
        assertThat(limiter.availablePermits()).isEqualTo(9);
        assertThat(other.availablePermits()).isEqualTo(2);
        get(holds.get(other).settleAsync(0));
        assertThat(other.availablePermits()).isEqualTo(3);
    }

    @Test
    void ofSeveralLimitersTheExceptionTellsAllThatReject() {
        RateLimiter other = limiters.declare("calls", RateLimit.of(3, Duration.ofMinutes(2)));
        limiter.tryAcquire(10);
        other.tryAcquire(3);
        assertThatExceptionOfType(RateLimitExceededException.class)
                .isThrownBy(() -> limiters.hold(Map.of(limiter, 1L, other, 1L), Duration.ZERO))
                .satisfies(ex -> assertThat(ex.getDecisions())
                        .extracting(Decision::limiter)
                        .containsExactly("calls", "tokens"));
        CompletableFuture<?> later = limiters.holdAsync(Map.of(limiter, 1L, other, 1L), Duration.ZERO)
                .toCompletableFuture();
        assertThatThrownBy(later::join).hasCauseInstanceOf(RateLimitExceededException.class);
    }
}
