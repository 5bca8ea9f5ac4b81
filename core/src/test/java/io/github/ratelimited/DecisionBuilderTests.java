package io.github.ratelimited;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.time.Instant;
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
