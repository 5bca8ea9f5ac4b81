package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A caller that the store tells when to ask again. */
class QueuePlaceTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final TestClock clock = new TestClock();
    private final ManualTimer timer = new ManualTimer(clock);
    private final FakeStore store = new FakeStore();
    private final LocalLimitRegistry limits = new LocalLimitRegistry();

    private WaitRegistry waits(Duration horizon) {
        return new WaitRegistry(
                TestSettings.of(store, limits)
                        .horizon(horizon)
                        .storeTimeout(SECOND)
                        .timer(timer)
                        .settings(),
                () -> clock.micros() * 1000);
    }

    private static PermitWait<Decision> start(WaitRegistry waits, Duration timeout) {
        return waits.start(
                "api",
                CompletableFuture.completedFuture(List.of(new Demand("api", "", FakeStore.LIMIT, 1))),
                timeout,
                Runnable::run,
                (grant, decisions) -> decisions.get(0));
    }

    private Acquisition lastAsked() {
        return store.asked.get(store.asked.size() - 1);
    }

    @Test
    void sleepsWhatItIsToldAndAsksAgainWithItsPlace() {
        PermitWait<Decision> wait = start(waits(HORIZON), FOREVER);
        assertThat(lastAsked().turn()).isEqualTo(Turn.first(HORIZON));
        Turn turn = store.turnsAway(Duration.ofMinutes(1), Duration.ofSeconds(12));
        timer.advance(Micros.of(Duration.ofSeconds(12)) - 1);
        assertThat(store.asked).hasSize(1);
        timer.advance(1);
        assertThat(store.asked).hasSize(2);
        assertThat(lastAsked().turn()).isEqualTo(turn);
        store.grants(SECOND);
        timer.advance(Micros.of(SECOND));
        assertThat(wait).isCompletedWithValueMatching(decision -> decision.allowed());
        assertThat(store.asked).hasSize(2);
    }

    @Test
    void leavesOnceWhenItIsCancelled() {
        PermitWait<Decision> wait = start(waits(HORIZON), FOREVER);
        Turn turn = store.turnsAway(Duration.ofMinutes(1), SECOND);
        wait.cancel(false);
        wait.cancel(true);
        assertThat(store.asked).hasSize(2);
        assertThat(lastAsked().turn()).isEqualTo(turn);
        assertThat(lastAsked().maxWait()).isNegative();
        assertThat(timer.waiting()).isZero();
        assertThat(store.givenBack).isEmpty();
    }

    @Test
    void leavesWithThePlaceThatItIsToldAfterItWasCancelledWhileAsking() {
        PermitWait<Decision> wait = start(waits(HORIZON), FOREVER);
        store.turnsAway(Duration.ofMinutes(1), SECOND);
        timer.advance(Micros.of(SECOND));
        wait.cancel(false);
        assertThat(store.asked).hasSize(2);
        Turn latest = store.turnsAway(Duration.ofMinutes(1), SECOND);
        assertThat(store.asked).hasSize(3);
        assertThat(lastAsked().turn()).isEqualTo(latest);
        assertThat(lastAsked().maxWait()).isNegative();
    }

    @Test
    void leavesWhenTheLimitersAreClosed() {
        WaitRegistry waits = waits(HORIZON);
        PermitWait<Decision> wait = start(waits, FOREVER);
        Turn turn = store.turnsAway(Duration.ofMinutes(1), SECOND);
        waits.close();
        assertThat(wait).isCompletedExceptionally();
        assertThat(lastAsked().turn()).isEqualTo(turn);
        assertThat(lastAsked().maxWait()).isNegative();
    }

    @Test
    void doesNotLeaveWhatItHasLeftByARejection() {
        PermitWait<Decision> wait = start(waits(HORIZON), FOREVER);
        store.turnsAway(Duration.ofMinutes(1), SECOND);
        timer.advance(Micros.of(SECOND));
        store.grants(Duration.ZERO);
        assertThat(wait).isCompleted();
        assertThat(store.asked).hasSize(2);
    }

    @Test
    void sleepsNoLongerThanItsTimeout() {
        PermitWait<Decision> wait = start(waits(HORIZON), Duration.ofSeconds(5));
        store.turnsAway(Duration.ofSeconds(3), Duration.ofSeconds(7));
        timer.advance(Micros.of(Duration.ofSeconds(5)));
        assertThat(store.asked).hasSize(2);
        store.rejects(Duration.ofSeconds(6));
        assertThat(wait).isCompletedWithValueMatching(decision -> !decision.allowed());
    }

    @Test
    void whereNothingCanBeReservedThereIsNoQueue() {
        start(waits(Duration.ZERO), FOREVER);
        assertThat(lastAsked().turn()).isNull();
        assertThat(lastAsked().maxWait()).isZero();
    }

    @Test
    void aHorizonBelowASecondCountsAsOne() {
        start(waits(Duration.ofMillis(50)), FOREVER);
        assertThat(lastAsked().turn()).isEqualTo(Turn.first(SECOND));
    }

    private static Stream<RateLimit> countedElsewhere() {
        return Stream.of(
                FakeStore.LIMIT.withAlgorithm(Algorithm.LEAKY_BUCKET), FakeStore.LIMIT.withType(RateType.PER_CLIENT));
    }

    @ParameterizedTest
    @MethodSource("countedElsewhere")
    void aPlaceWhereItIsNoLongerCountedIsNone(RateLimit limit) {
        start(waits(HORIZON), FOREVER);
        Turn turn = store.turnsAway(Duration.ofMinutes(1), SECOND);
        limits.set("api", limit, true);
        timer.advance(Micros.of(SECOND));
        Acquisition leaving = store.asked.get(1);
        assertThat(leaving.turn()).isEqualTo(turn);
        assertThat(leaving.maxWait()).isNegative();
        assertThat(leaving.demands().get(0).limit()).isEqualTo(FakeStore.LIMIT);
        assertThat(lastAsked().turn()).isEqualTo(Turn.first(HORIZON));
        assertThat(lastAsked().demands().get(0).limit()).isEqualTo(limit);
    }
}
