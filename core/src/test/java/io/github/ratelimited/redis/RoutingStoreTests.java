package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateType;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RoutingStoreTests {

    private final FakeStore shared = new FakeStore();
    private final FakeStore local = new FakeStore();
    private final RoutingStore store = new RoutingStore(shared, local, () -> true);

    private final Demand here = new Demand("api", "here", FakeStore.LIMIT, 1);
    private final Demand there = new Demand("api", "there", FakeStore.LIMIT, 1);
    private final Demand own = new Demand("own", "", FakeStore.LIMIT.withType(RateType.PER_CLIENT), 1);

    private CompletableFuture<Grant> ask(Demand... demands) {
        return store.acquire(
                        new Acquisition(List.of(demands), Duration.ofSeconds(1), Deadline.after(Duration.ofMinutes(1))))
                .toCompletableFuture();
    }

    @Test
    void asksOnePartAfterTheOtherWithoutWaitingInAnyAndTellsOfAll() {
        CompletableFuture<Grant> answer = ask(here, own, there);
        Grant first = shared.grants(Duration.ZERO);
        assertThat(shared.asked).hasSize(1);
        Grant second = local.grants(Duration.ZERO);
        assertThat(answer).isNotDone();
        Grant third = shared.grants(Duration.ZERO);

        assertThat(shared.asked).extracting(Acquisition::maxWait).containsOnly(Duration.ZERO);
        assertThat(shared.asked).extracting(Acquisition::demands).containsExactly(List.of(here), List.of(there));
        assertThat(answer.join().demands()).containsExactly(here, own, there);
        assertThat(answer.join().reservations())
                .containsExactly(
                        first.reservations().get(0),
                        second.reservations().get(0),
                        third.reservations().get(0));
        assertThat(answer.join().decisions()).hasSize(3);
    }

    @Test
    void givesBackWhatWasTakenWhenALaterPartFails() {
        CompletableFuture<Grant> answer = ask(here, own, there);
        List<Reservation> first = shared.grants(Duration.ZERO).reservations();
        List<Reservation> second = local.grants(Duration.ZERO).reservations();
        IllegalStateException gone = new IllegalStateException("gone");
        shared.answers.get(1).completeExceptionally(gone);

        assertThat(answer).failsWithin(Duration.ZERO).withThrowableThat().withCause(gone);
        assertThat(shared.givenBack).containsExactly(first);
        assertThat(local.givenBack).containsExactly(second);
    }

    @Test
    void givesEachPartOfATicketBackWhereItWasTaken() {
        CompletableFuture<Grant> answer = ask(here, own);
        List<Reservation> first = shared.grants(Duration.ZERO).reservations();
        List<Reservation> second = local.grants(Duration.ZERO).reservations();

        store.giveBack(answer.join().reservations());

        assertThat(shared.givenBack).containsExactly(first);
        assertThat(local.givenBack).containsExactly(second);
    }

    @Test
    void aCallOfWhichOneLimitWasCountedInTheProcessSaysSoWhicheverIsTightest() {
        CompletableFuture<Grant> answer = ask(here, there);
        Grant first = shared.grants(Duration.ZERO);
        Decision decided = first.decision();
        Decision local = Decision.of(decided.limiter(), decided.limit())
                .remaining(decided.remaining() + 1)
                .resetAfter(decided.resetAfter())
                .basis(Basis.LOCAL)
                .build();
        shared.answers.get(1).complete(new Grant(List.of(there), List.of(local), List.of()));

        assertThat(answer.join().decision().remaining()).isEqualTo(decided.remaining());
        assertThat(answer.join().decisive()).extracting(Decision::basis).containsExactly(Basis.LOCAL, Basis.LOCAL);
    }
}
