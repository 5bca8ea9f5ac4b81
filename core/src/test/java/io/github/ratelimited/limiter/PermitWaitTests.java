package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PermitWaitTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    /** In which whoever asks again after a second certainly has. */
    private static final Duration SPREAD_SECOND = Duration.ofMillis(1100);

    private final ManualTimer timer = new ManualTimer(new TestClock());
    private final FakeStore store = new FakeStore();
    private final LocalLimitRegistry limits = new LocalLimitRegistry();
    private final StoreSettings settings =
            StoreSettings.of(store, limits).withHorizon(HORIZON).withStoreTimeout(SECOND);
    private final WaitRegistry waits = new WaitRegistry(settings.withTimer(timer));

    private PermitWait<Decision> start(Duration timeout, String... keys) {
        List<Demand> demands = Stream.of(keys.length == 0 ? new String[] {""} : keys)
                .map(key -> new Demand("api", key, FakeStore.LIMIT, 1))
                .toList();
        return waits.start(demands, timeout, Runnable::run, (grant, told) -> told.get(0));
    }

    private PermitWait<Decision> start(Executor executor) {
        return waits.start(
                List.of(new Demand("api", "", FakeStore.LIMIT, 1)), FOREVER, executor, (grant, told) -> told.get(0));
    }

    private void pass(Duration duration) {
        timer.advance(Micros.of(duration));
    }

    @Test
    void completesWhenTheReservationIsDue() {
        PermitWait<Decision> wait = start(FOREVER);
        store.grants(SECOND);
        pass(SECOND.minusNanos(1000));
        assertThat(wait).isNotDone();
        pass(Duration.ofNanos(1000));
        assertThat(wait).isCompletedWithValueMatching(decision -> decision.allowed());
        assertThat(wait.join().delay()).isBetween(SECOND, SECOND.plusSeconds(5));
        assertThat(store.givenBack).isEmpty();
    }

    @Test
    void doesNotAskAgainOnceCancelled() {
        PermitWait<Decision> wait = start(FOREVER);
        store.refuses(Duration.ofSeconds(100));
        wait.cancel(false);
        pass(Duration.ofSeconds(1000));
        assertThat(store.asked).hasSize(1);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void closingEndsWaitsAndGivesBackTogetherNewestFirst() {
        PermitWait<Decision> first = start(FOREVER);
        Grant one = store.grants(SECOND);
        PermitWait<Decision> second = start(FOREVER);
        Grant two = store.grants(SECOND.multipliedBy(2));
        PermitWait<Decision> third = start(FOREVER);
        Grant three = store.grants(SECOND.multipliedBy(3));

        waits.close();

        List<Reservation> newestFirst = Stream.of(three, two, one)
                .flatMap(grant -> grant.reservations().stream())
                .toList();
        assertThat(store.givenBack).containsExactly(newestFirst);
        for (PermitWait<Decision> wait : List.of(first, second, third)) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(wait::join)
                    .withCauseInstanceOf(RateLimiterUnavailableException.class);
        }
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void givesBackWhatIsGrantedAheadAfterClosing() {
        PermitWait<Decision> wait = start(FOREVER);
        waits.close();
        Grant grant = store.grants(SECOND);
        assertThat(wait).isCompletedExceptionally();
        assertThat(store.givenBack).containsExactly(grant.reservations());
    }

    @Test
    void endsWhatBeginsToWaitAfterTheTimerHasEnded() {
        ScheduledExecutorService ended = StoreRateLimiters.timer();
        WaitRegistry late = new WaitRegistry(settings.withTimer(ended));
        PermitWait<Decision> wait = late.start(
                List.of(new Demand("api", "", FakeStore.LIMIT, 1)),
                FOREVER,
                Runnable::run,
                (grant, told) -> told.get(0));
        late.close();
        ended.shutdown();
        Grant grant = store.grants(SECOND);
        assertThat(wait).isCompletedExceptionally();
        assertThat(store.givenBack).containsExactly(grant.reservations());
    }

    @Test
    void refusesAtOnceWhatCannotBeThereInTime() {
        PermitWait<Decision> wait = start(SECOND);
        store.refuses(SECOND.plusNanos(1000));
        assertThat(wait).isCompletedWithValueMatching(decision -> !decision.allowed());
        assertThat(store.asked).hasSize(1);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void asksForNoMoreThanTheTimeout() {
        Duration timeout = HORIZON.minus(SECOND);
        start(timeout);
        start(FOREVER);
        start(Duration.ZERO);
        start(Duration.ofSeconds(Long.MIN_VALUE));
        assertThat(store.asked.get(0).maxWait()).isBetween(timeout.dividedBy(2), timeout);
        assertThat(store.asked.get(1).maxWait()).isGreaterThan(Duration.ofDays(36_525));
        assertThat(store.asked.subList(0, 2)).extracting(Acquisition::turn).containsOnly(Turn.first(HORIZON));
        assertThat(store.asked.subList(2, 4)).allMatch(asked -> asked.maxWait().isZero() && asked.turn() == null);
    }

    @Test
    void asksAgainWhenItIsDueWhereAStoreTellsNoTurn() {
        PermitWait<Decision> wait = start(FOREVER);
        store.refuses(SECOND);
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
        store.refuses(Duration.ofHours(1));
        RateLimit raised = RateLimit.of(1000, SECOND);
        limits.set("api", raised);
        pass(HORIZON.minusNanos(1000));
        assertThat(store.asked).hasSize(1);
        pass(Duration.ofNanos(1000));
        assertThat(store.asked).hasSize(2);
        assertThat(store.asked.get(1).demands())
                .containsExactly(new Demand(new LimiterKey("api", ""), raised, 1, Origin.NAME, null));
        store.grants(Duration.ZERO);
        assertThat(wait).isCompleted();
    }

    @Test
    void failsWhereTheLimitThatIsInForceLaterCanNeverGrantSoMuch() {
        Demand two = new Demand("api", "", RateLimit.of(2, SECOND), 2);
        PermitWait<Decision> wait = waits.start(List.of(two), FOREVER, Runnable::run, (grant, told) -> told.get(0));
        store.refuses(Duration.ofHours(1));
        limits.set("api", FakeStore.LIMIT);
        pass(HORIZON);
        assertThat(wait)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThat(store.asked).hasSize(1);
    }

    @Test
    void keepsNothingOfEarlierRefusals() {
        PermitWait<Decision> wait = start(FOREVER, "a", "b");
        for (int i = 0; i < 1000; i++) {
            store.refuses(SECOND);
            pass(SPREAD_SECOND);
        }
        assertThat(store.asked).hasSize(1001);
        assertThat(wait.getNumberOfDependents()).isLessThan(5);
    }

    @Test
    void completesWhenTheExecutorThrows() {
        PermitWait<Decision> wait = start(task -> {
            throw new OutOfMemoryError("no thread");
        });
        store.grants(SECOND);
        pass(SECOND);
        assertThat(wait).succeedsWithin(SECOND.multipliedBy(10));
    }

    @Test
    void severalDemandsAskAgainWhenTheyAreDueAndReserveNothing() {
        PermitWait<Decision> wait = start(FOREVER, "a", "b");
        store.refuses(SECOND);
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
            store.refuses(SECOND);
        }
        pass(SECOND.plusMillis(50));
        assertThat(store.asked).hasSizeBetween(55, 95);
        pass(Duration.ofMillis(50));
        assertThat(store.asked).hasSize(100);
    }

    @Test
    void completesWhenTheExecutorTakesNothingAnyMore() {
        PermitWait<Decision> wait = start(task -> {
            throw new RejectedExecutionException();
        });
        store.grants(SECOND);
        pass(SECOND);
        assertThat(wait).succeedsWithin(Duration.ofSeconds(20));
    }
}
