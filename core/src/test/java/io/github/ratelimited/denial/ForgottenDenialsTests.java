package io.github.ratelimited.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is not remembered, or not for long. */
class ForgottenDenialsTests extends DenialCacheFixture {

    @Test
    void remembersNothingForLongerThanTheMaximum() {
        rejected(Basis.STORE, 5_000, demand("", 2));
        clock.advance(1_000 * MILLI - 1);
        assertThat(ask(2).join().decision().retryAfter()).isEqualTo(Micros.toDuration(4_000 * MILLI + 1));
        clock.advance(1);
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void doesNotRememberWhatTheStoreHasNotDecided() {
        for (Basis basis : List.of(Basis.LOCAL, Basis.CLOSED, Basis.SHADOW)) {
            rejected(basis, 100, demand(basis.name(), 2));
            assertThat(ask(Duration.ZERO, demand(basis.name(), 2))).isNotDone();
        }
    }

    @Test
    void whatMakesPermitsFreeDropsTheRejection() {
        Demand demand = demand("", 2);
        List<Runnable> changes = List.of(
                () -> store.freeing(demand, () -> CompletableFuture.completedFuture(null)),
                () -> store.giveBack(List.of(new Reservation(demand, 1, Basis.STORE))));
        for (Runnable change : changes) {
            rejected(Basis.STORE, 100, demand);
            assertThat(ask(2)).isDone();
            change.run();
            clock.advance(1);
            CompletableFuture<Grant> asked = ask(2);
            assertThat(asked).isNotDone();
            asked.cancel(false);
        }
    }

    @Test
    void anAnswerFromBeforeTheChangeIsNotRemembered() {
        CompletableFuture<Grant> before = ask(2);
        clock.advance(1);
        store.freeing(demand("", 2), () -> CompletableFuture.completedFuture(null));
        redis.answers.get(0).complete(rejection(Basis.STORE, 100, demand("", 2)));
        assertThat(before).isDone();
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void anAnswerThatWasAskedForDuringTheChangeIsNotRemembered() {
        CompletableFuture<Void> change = new CompletableFuture<>();
        rejected(Basis.STORE, 100, demand("", 2));
        store.freeing(demand("", 2), () -> change);
        CompletableFuture<Grant> during = ask(2);
        assertThat(during).isNotDone();
        clock.advance(1);
        change.complete(null);
        redis.answers.get(1).complete(rejection(Basis.STORE, 100, demand("", 2)));
        assertThat(during).isDone();
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void whatGivesNothingBackDropsNoRejection() {
        Demand demand = demand("", 2);
        rejected(Basis.STORE, 100, demand);
        Reservation granted = new Reservation(demand, 1, Basis.STORE);
        store.settle(List.of(new Settlement(granted, 2), new Settlement(granted, 3)));
        assertThat(ask(2)).isDone();
    }

    @Test
    void aGrantDoesNotMakeOlderAnswersTrueAgain() {
        ask(2);
        clock.advance(1);
        store.freeing(demand("", 2), () -> CompletableFuture.completedFuture(null));
        rejected(Basis.STORE, 100, demand("", 2));
        ask(Duration.ofSeconds(1), demand("", 2));
        redis.grants(Duration.ofMillis(100));
        redis.answers.get(0).complete(rejection(Basis.STORE, 100, demand("", 2)));
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void aGrantIsAskedAgainBecauseItChangesTheMoment() {
        rejected(Basis.STORE, 100, demand("", 2));
        ask(Duration.ofSeconds(1), demand("", 2));
        redis.grants(Duration.ofMillis(100));
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void afterAFailureNothingIsRememberedForAWhile() {
        ask(2);
        redis.answers.get(0).completeExceptionally(new IllegalStateException("no answer in time"));
        store.freeing(demand("", 2), () -> CompletableFuture.completedFuture(null));
        rejected(Basis.STORE, 100, demand("", 2));
        assertThat(ask(2)).isNotDone();
        clock.advance(3_000 * MILLI + 1);
        rejected(Basis.STORE, 100, demand("", 2));
        assertThat(ask(2)).isDone();
    }

    @Test
    @DisplayName("2.20 of a flood of rejected keys at most 10,000 are remembered")
    void remembersABoundedNumberOfRejections() {
        for (int i = 0; i < 50_000; i++) {
            rejected(Basis.STORE, 900, demand("user" + i, 2));
        }
        long keys = IntStream.range(0, 50_000)
                .filter(i -> decideNow(demand("user" + i, 2)) != null)
                .count();
        assertThat(keys).isBetween(1L, 10_000L);
    }
}
