package io.github.ratelimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DecisionBuilderTests {

    private static final RateLimit FIVE = RateLimit.of(5, Duration.ofMinutes(1));

    private static final Decision BLOCKED = Decision.of("search", FIVE)
            .rejected(Duration.ofSeconds(3))
            .remaining(2)
            .resetAfter(Duration.ofSeconds(9))
            .basis(Basis.LOCAL)
            .origin(Origin.PLAN)
            .plan("pro")
            .blocked(true)
            .window(new Window(Instant.EPOCH, Instant.EPOCH.plusSeconds(60)))
            .audience(Audience.NONE)
            .build();

    @Test
    void allowsAtOnceUnlessItSaysOtherwise() {
        assertThat(Decision.of("search", FIVE).build())
                .isEqualTo(new Decision(
                        "search",
                        FIVE,
                        true,
                        Duration.ZERO,
                        4,
                        Duration.ZERO,
                        Duration.ZERO,
                        Basis.STORE,
                        Origin.DECLARED,
                        null,
                        false,
                        null,
                        Audience.CLIENT));
    }

    @Test
    void keepsAllThatIsSaid() {
        assertThat(BLOCKED)
                .isEqualTo(new Decision(
                        "search",
                        FIVE,
                        false,
                        Duration.ZERO,
                        2,
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(9),
                        Basis.LOCAL,
                        Origin.PLAN,
                        "pro",
                        true,
                        new Window(Instant.EPOCH, Instant.EPOCH.plusSeconds(60)),
                        Audience.NONE));
    }

    @Test
    void changesOnlyWhatIsSaidOfAnother() {
        assertThat(BLOCKED.but().build()).isEqualTo(BLOCKED);
        assertThat(BLOCKED.but().basis(Basis.SHADOW).build())
                .usingRecursiveComparison()
                .ignoringFields("basis")
                .isEqualTo(BLOCKED);
    }

    @Test
    void rejectionSaysWhetherTheLimitIsUsedUpOrBlocked() {
        assertThat(new RateLimitExceededException(BLOCKED)).hasMessageEndingWith(" is blocked, retry after PT3S");
        assertThat(new RateLimitExceededException(BLOCKED.but().blocked(false).build()))
                .hasMessageEndingWith(" exceeded, retry after PT3S");
    }

    @Test
    @SuppressWarnings("NullAway") // As programs without a check of nulls do.
    void refusesWhatNoDecisionSays() {
        Duration past = Duration.ofNanos(-1);
        Map<String, UnaryOperator<DecisionBuilder>> calls = Map.of(
                "remaining must be at least 0, but is -1", builder -> builder.remaining(-1),
                "delay must be at least 0, but is PT-0.000000001S", builder -> builder.delay(past),
                "retryAfter must be at least 0, but is PT-0.000000001S", builder -> builder.rejected(past),
                "resetAfter must be at least 0, but is PT-0.000000001S", builder -> builder.resetAfter(past),
                "retryAfter must be given, but is null", builder -> builder.retryAfter(null),
                "basis must be given, but is null", builder -> builder.basis(null),
                "origin must be given, but is null", builder -> builder.origin(null),
                "audience must be given, but is null", builder -> builder.audience(null),
                "limiter must be given, but is null", builder -> Decision.of(null, FIVE),
                "limit must be given, but is null", builder -> Decision.of("search", null));
        calls.forEach((message, call) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> call.apply(Decision.of("search", FIVE)))
                .withMessage(message));
    }

    @Test
    @SuppressWarnings("NullAway") // As programs without a check of nulls do.
    void exceptionNeedsDecision() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimitExceededException((Decision) null))
                .withMessage("decision must be given, but is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimitExceededException((List<Decision>) null))
                .withMessage("decisions must be given, but is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimitExceededException(Arrays.asList(BLOCKED, null)))
                .withMessage("decision must be given, but is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimitExceededException(List.of()))
                .withMessage("decisions must be at least one, but is []");
    }

    @Test
    void tellsTheOriginPlanAndAudienceOfTheDemand() {
        Demand demand = new Demand("search", "acme", FIVE, 1);
        Demand ofPlan = new Demand(demand.limiterKey(), FIVE, 1, Origin.PLAN, "pro", Audience.NONE, false);

        assertThat(demand.granted(Duration.ZERO, 4, Duration.ZERO, Basis.STORE).origin())
                .isEqualTo(Origin.DECLARED);
        Decision rejected = ofPlan.under(FIVE.withAlgorithm(Algorithm.TOKEN_BUCKET))
                .of(2)
                .rejected(Duration.ofSeconds(1), 0, Duration.ofSeconds(2), Basis.STORE);
        assertThat(rejected.origin()).isEqualTo(Origin.PLAN);
        assertThat(rejected.plan()).isEqualTo("pro");
        assertThat(rejected.audience()).isEqualTo(Audience.NONE);
    }
}
