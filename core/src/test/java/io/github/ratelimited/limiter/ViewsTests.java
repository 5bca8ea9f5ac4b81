package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.RateType;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.reactive.ReactorRateLimiter;
import io.github.ratelimited.reactive.RxRateLimiter;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Views of one name and key, under a limit of the caller's or by a plan. */
class ViewsTests {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    private static final RateLimit FREE = RateLimit.of(5, TEN_SECONDS);
    private static final RateLimit PAID = RateLimit.of(20, TEN_SECONDS);

    private final TestClock clock = new TestClock();

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .clock(clock)
            .limit("search", FREE)
            .plans("search", Map.of("pro", Plan.of(20, TEN_SECONDS), "free-trial", Plan.of(8, TEN_SECONDS)))
            .build();

    private final RateLimiter search = limiters.get("search");

    private static int granted(RateLimiter limiter) {
        int granted = 0;
        while (limiter.tryAcquire()) {
            granted++;
        }
        return granted;
    }

    @Test
    void countTheSameKeyUnderAnotherLimit() {
        RateLimiter acme = search.forKey("acme");
        assertThat(granted(acme)).isEqualTo(5);

        assertThat(granted(acme.withLimit(PAID))).isEqualTo(15);
        assertThat(acme.tryAcquire()).isFalse();
        assertThat(granted(search.forKey("other"))).isEqualTo(5);
    }

    @Test
    void countTheSameKeyByAPlan() {
        RateLimiter acme = search.forKey("acme");
        assertThat(granted(acme)).isEqualTo(5);

        assertThat(granted(acme.withPlan("pro"))).isEqualTo(15);
        assertThat(granted(acme.withPlan("free-trial"))).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "FIXED_WINDOW", "TOKEN_BUCKET"})
    void keepWhatWasUsedWhenAPlanChangesInTheMiddleOfAWindow(Algorithm algorithm) {
        RateLimiter limiter = limiters.declare("any", FREE.withAlgorithm(algorithm));
        limiters.plans("any", Map.of("pro", Plan.of(20, TEN_SECONDS)));
        assertThat(granted(limiter.withPlan("pro"))).isEqualTo(20);

        clock.advance(Duration.ofSeconds(4).toNanos() / 1000);

        assertThat(granted(limiter)).isLessThanOrEqualTo(algorithm == Algorithm.TOKEN_BUCKET ? 2 : 0);
    }

    @Test
    void tellWhichLevelDecided() {
        Decision own = search.decide(1, Duration.ZERO);
        assertThat(own.origin()).isEqualTo(Origin.DECLARED);
        assertThat(own.plan()).isNull();

        Decision paid = search.withLimit(PAID).decide(1, Duration.ZERO);
        assertThat(paid.origin()).isEqualTo(Origin.CALL);
        assertThat(paid.limit()).isEqualTo(PAID);

        Decision pro = search.withPlan("PRO").decide(1, Duration.ZERO);
        assertThat(pro.origin()).isEqualTo(Origin.PLAN);
        assertThat(pro.plan()).isEqualTo("pro");
        assertThat(pro.limit()).isEqualTo(PAID);

        assertThat(search.withLimit(FREE)
                        .withPlan("pro")
                        .decide(1, Duration.ZERO)
                        .origin())
                .isEqualTo(Origin.CALL);
    }

    @Test
    void findAPlanByItsNameInAnyWriting() {
        assertThat(Stream.of("free-trial", "freeTrial", "FREE_TRIAL", "freetrial")
                        .map(plan -> search.withPlan(plan).limit().rate()))
                .containsOnly(8L);
    }

    @Test
    void countUnderTheOwnLimitByAnUnknownPlan() {
        RateLimiter gold = search.withPlan("gold");
        assertThat(gold.limit()).isEqualTo(FREE);
        assertThat(gold.decide(1, Duration.ZERO).plan()).isNull();
    }

    @Test
    void areEqualWithEqualLimitAndPlan() {
        assertThat(search.withLimit(PAID)).isEqualTo(search.withLimit(PAID)).hasSameHashCodeAs(search.withLimit(PAID));
        assertThat(search.withLimit(PAID)).isNotEqualTo(search).isNotEqualTo(search.withLimit(FREE));
        assertThat(search.withPlan("pro")).isEqualTo(search.withPlan("pro")).isNotEqualTo(search);
        assertThat(search.withPlan("pro").withPlan(null)).isEqualTo(search);
        assertThat(search.withPlan("pro").forKey("a"))
                .isEqualTo(search.forKey("a").withPlan("pro"));
    }

    @Test
    void cannotBeAskedTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.decide(Map.of(search, 1L, search.withLimit(PAID), 1L), Duration.ZERO))
                .withMessageContaining("search");
        assertThat(limiters.decide(Map.of(search.withPlan("pro"), 20L), Duration.ZERO)
                        .allowed())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("views")
    void refuseToChangeTheLimit(UnaryOperator<RateLimiter> view) {
        RateLimiter limiter = view.apply(search.forKey("acme"));
        Stream.<Runnable>of(
                        () -> limiter.setRate(FREE),
                        () -> limiter.setRate(FREE, TEN_SECONDS),
                        () -> limiter.trySetRate(FREE),
                        limiter::clearRate,
                        () -> limiter.setRateAsync(FREE).toCompletableFuture().getNow(null))
                .forEach(setter -> assertThat(catchThrowable(setter::run))
                        .satisfiesAnyOf(
                                thrown -> assertThat(thrown).isInstanceOf(UnsupportedOperationException.class),
                                thrown -> assertThat(thrown).hasCauseInstanceOf(UnsupportedOperationException.class)));
        assertThat(search.forKey("acme").limit()).isEqualTo(FREE);
    }

    static Stream<UnaryOperator<RateLimiter>> views() {
        return Stream.of(limiter -> limiter.withLimit(PAID), limiter -> limiter.withPlan("pro"));
    }

    @Test
    void refuseALimitThatCannotCountTheSameKey() {
        limiters.declare("fixed", FREE.withAlgorithm(Algorithm.FIXED_WINDOW));
        RateLimiter fixed = limiters.get("fixed");
        RateLimit minute = RateLimit.of(5, Duration.ofMinutes(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixed.withLimit(FREE).tryAcquire())
                .withMessageContaining("withAlgorithm(FIXED_WINDOW)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixed.withLimit(minute.withAlgorithm(Algorithm.FIXED_WINDOW))
                        .tryAcquire())
                .withMessageContaining("interval");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        search.withLimit(FREE.withType(RateType.PER_CLIENT)).tryAcquire())
                .withMessageContaining("withType(OVERALL)");
        assertThat(search.withLimit(minute).tryAcquire()).isTrue();
    }

    @Test
    void refuseMorePermitsThanTheirLimitEverHas() {
        assertThat(search.withPlan("pro").tryAcquire(20)).isTrue();
        assertThatExceptionOfType(ImpossiblePermitsException.class)
                .isThrownBy(() -> search.withPlan("free-trial").tryAcquire(20));
    }

    @Test
    void areThereForReactorAndRxJava() {
        assertThat(ReactorRateLimiter.of(search).withPlan("pro").limit().block())
                .isEqualTo(PAID);
        assertThat(RxRateLimiter.of(search).withLimit(PAID).limit().blockingGet())
                .isEqualTo(PAID);
        assertThat(ReactorRateLimiter.of(search).withPlan("pro"))
                .isEqualTo(ReactorRateLimiter.of(search.withPlan("pro")));
    }

    @Test
    void refusesPlansThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plan.of(0, TEN_SECONDS))
                .withMessage("A plan's rate must be at least 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Plan(null, Duration.ZERO, null))
                .withMessage("A plan's interval must be positive, but is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalRateLimiters.builder()
                        .plans("search", Map.of("pro", new Plan(20L, null, 40L)))
                        .limit("search", FREE)
                        .build())
                .withMessageStartingWith("The plan 'pro' of rate limit 'search': burst 40 differs from rate 20");
    }

    @Test
    void refuseNoLimitAtAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> search.withLimit(null))
                .withMessage("limit must be given, but is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.declare("search", null))
                .withMessage("limit of 'search' must be given, but is null");
        assertThat(search.tryAcquire()).isTrue();
    }
}
