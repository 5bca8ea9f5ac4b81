package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Waits for permits that are reserved, and how they end. */
class PermitWaitTests extends PermitWaitFixture {

    @Test
    void completesWhenTheReservationIsDue() {
        PermitWait<Decision> wait = start(FOREVER);
        store.grants(SECOND);
        pass(SECOND.minusNanos(1000));
        assertThat(wait).isNotDone();
        pass(Duration.ofNanos(1000));
        assertThat(wait).isCompletedWithValueMatching(decision -> decision.allowed());
        assertThat(wait.join().delay()).isBetween(SECOND, SECOND.plusSeconds(30));
        assertThat(store.givenBack).isEmpty();
    }

    @Test
    void countsTheWaitInWholeMicrosecondsRoundedUp() {
        AtomicLong nanos = new AtomicLong();
        WaitRegistry counted = new WaitRegistry(settings.settings(), nanos::get);
        PermitWait<Decision> wait = counted.start(
                "api",
                CompletableFuture.completedFuture(List.of(new Demand("api", "", FakeStore.LIMIT, 1))),
                FOREVER,
                Runnable::run,
                (grant, decisions) -> decisions.get(0));
        store.rejects(SECOND);
        nanos.set(1_050_000_001);
        pass(SPREAD_SECOND);
        store.grants(Duration.ZERO);
        assertThat(wait.join().delay()).isEqualTo(Duration.ofNanos(1_050_001_000));
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
        WaitRegistry late = new WaitRegistry(settings.timer(ended).settings());
        PermitWait<Decision> wait = late.start(
                "api",
                CompletableFuture.completedFuture(List.of(new Demand("api", "", FakeStore.LIMIT, 1))),
                FOREVER,
                Runnable::run,
                (grant, decisions) -> decisions.get(0));
        late.close();
        ended.shutdown();
        Grant grant = store.grants(SECOND);
        assertThat(wait).isCompletedExceptionally();
        assertThat(store.givenBack).containsExactly(grant.reservations());
    }

    @Test
    void rejectsAtOnceWhatCannotBeThereInTime() {
        PermitWait<Decision> wait = start(SECOND);
        store.rejects(SECOND.plusNanos(1000));
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
    void completesWhenTheExecutorThrows() {
        PermitWait<Decision> wait = start(task -> {
            throw new OutOfMemoryError("no thread");
        });
        store.grants(SECOND);
        pass(SECOND);
        assertThat(wait).succeedsWithin(SECOND.multipliedBy(10));
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
