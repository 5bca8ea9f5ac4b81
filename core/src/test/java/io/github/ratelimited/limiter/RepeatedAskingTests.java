package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waits whose permits are not reserved, so that they ask again. */
class RepeatedAskingTests extends PermitWaitFixture {

    @Test
    void doesNotAskAgainOnceCancelled() {
        PermitWait<Decision> wait = start(FOREVER);
        store.rejects(Duration.ofSeconds(100));
        wait.cancel(false);
        pass(Duration.ofSeconds(1000));
        assertThat(store.asked).hasSize(1);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void asksAgainWhenItIsDueWhereAStoreTellsNoTurn() {
        PermitWait<Decision> wait = start(FOREVER);
        store.rejects(SECOND);
        pass(SECOND.minusNanos(1000));
        assertThat(store.asked).hasSize(1);
        pass(SPREAD_SECOND.minus(SECOND));
        assertThat(store.asked).hasSize(2);
        store.grants(SECOND);
        pass(SECOND);
        assertThat(wait).isCompletedWithValueMatching(decision -> decision.allowed());
    }

    @Test
    void asksAgainOnceInAHorizonUnderTheLimitThatIsInForceThen() {
        PermitWait<Decision> wait = start(FOREVER);
        store.rejects(Duration.ofHours(1));
        RateLimit raised = RateLimit.of(1000, SECOND);
        limits.set("api", raised, true);
        pass(HORIZON.minusNanos(1000));
        assertThat(store.asked).hasSize(1);
        pass(Duration.ofNanos(1000));
        assertThat(store.asked).hasSize(2);
        assertThat(store.asked.get(1).demands())
                .containsExactly(
                        new Demand(new LimiterKey("api", ""), raised, 1, Origin.NAME, null, Audience.CLIENT, false));
        store.grants(Duration.ZERO);
        assertThat(wait).isCompleted();
    }

    @Test
    void failsWhereTheLimitThatIsInForceLaterCanNeverGrantSoMuch() {
        Demand two = new Demand("api", "", RateLimit.of(2, SECOND), 2);
        PermitWait<Decision> wait = waits.start(
                "api",
                CompletableFuture.completedFuture(List.of(two)),
                FOREVER,
                Runnable::run,
                (grant, decisions) -> decisions.get(0));
        store.rejects(Duration.ofHours(1));
        limits.set("api", FakeStore.LIMIT, true);
        pass(HORIZON);
        assertThat(wait)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThat(store.asked).hasSize(1);
    }

    @Test
    void keepsNothingOfEarlierRejections() {
        PermitWait<Decision> wait = start(FOREVER, "a", "b");
        for (int i = 0; i < 1000; i++) {
            store.rejects(SECOND);
            pass(SPREAD_SECOND);
        }
        assertThat(store.asked).hasSize(1001);
        assertThat(wait.getNumberOfDependents()).isLessThan(5);
    }

    @Test
    void keepsNothingOfTurnsThatItGaveBack() {
        PermitWait<Decision> wait = start(FOREVER, "a", "b");
        store.rejects(SECOND);
        pass(SPREAD_SECOND);
        for (int i = 0; i < 100; i++) {
            store.rejects(SECOND);
            store.grants(SECOND);
            pass(SECOND);
        }
        assertThat(store.givenBack).hasSize(99);
        assertThat(wait.getNumberOfDependents()).isLessThan(5);
    }

    @Test
    void severalDemandsAskAgainWhenTheyAreDueAndReserveNothing() {
        PermitWait<Decision> wait = start(FOREVER, "a", "b");
        store.rejects(SECOND);
        pass(SECOND.minusNanos(1000));
        assertThat(store.asked).hasSize(1);
        pass(SPREAD_SECOND.minus(SECOND));
        assertThat(store.asked).hasSize(2).allMatch(asked -> asked.maxWait().isZero());
        store.grants(Duration.ZERO);
        assertThat(wait).isCompletedWithValueMatching(decision -> decision.allowed());
    }

    @Test
    void severalDemandsThatAreDueTogetherDoNotAskTogether() {
        for (int i = 0; i < 50; i++) {
            start(FOREVER, "a", "b");
            store.rejects(SECOND);
        }
        pass(SECOND.plusMillis(50));
        assertThat(store.asked).hasSizeBetween(55, 95);
        pass(Duration.ofMillis(50));
        assertThat(store.asked).hasSize(100);
    }
}
