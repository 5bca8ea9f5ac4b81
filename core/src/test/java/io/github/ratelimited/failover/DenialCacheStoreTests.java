package io.github.ratelimited.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Turn;
import io.github.ratelimited.store.UsageMemo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DenialCacheStoreTests {

    private static final RateLimit LIMIT = RateLimit.of(10, Duration.ofSeconds(1));
    private static final long MILLI = 1_000;
    private static final IllegalStateException NOT_NOW = new IllegalStateException();

    private final TestClock clock = new TestClock();
    private final FakeStore redis = new FakeStore();
    private final DenialCacheStore store =
            new DenialCacheStore(redis, clock::micros, Duration.ofSeconds(1), Duration.ofSeconds(2));

    private static Demand demand(String key, long permits) {
        return new Demand("api", key, LIMIT, permits);
    }

    private CompletableFuture<Grant> ask(Duration maxWait, Demand... demands) {
        Acquisition request = new Acquisition(List.of(demands), maxWait, Deadline.after(Duration.ofMinutes(1)));
        return store.acquire(request).toCompletableFuture();
    }

    private CompletableFuture<Grant> ask(long permits) {
        return ask(Duration.ZERO, demand("", permits));
    }

    /** Asks, and lets Redis refuse each demand with an even number of permits for so many ms, the others not. */
    private void refused(Basis basis, long millis, Demand... demands) {
        CompletableFuture<Grant> answer = ask(Duration.ZERO, demands);
        redis.answers.get(redis.answers.size() - 1).complete(refusal(basis, millis, demands));
        assertThat(answer).isCompletedWithValueMatching(grant -> !grant.allowed());
    }

    private static Grant refusal(Basis basis, long millis, Demand... demands) {
        List<Decision> decisions = new ArrayList<>();
        for (Demand demand : demands) {
            boolean allowed = demand.permits() % 2 == 1;
            Duration retryAfter = allowed ? Duration.ZERO : Duration.ofMillis(millis * demand.permits() / 2);
            decisions.add(new Decision(
                    "api", demand.limit(), allowed, Duration.ZERO, 0, retryAfter, Duration.ofMillis(900), basis));
        }
        return new Grant(List.of(demands), decisions, List.of());
    }

    /** What it remembers, without asking Redis. */
    private @Nullable Decision decideNow(Demand demand) {
        try {
            return store.acquireNow(demand, new UsageMemo(), () -> {
                throw NOT_NOW;
            });
        } catch (IllegalStateException ex) {
            assertThat(ex).isSameAs(NOT_NOW);
            return null;
        }
    }

    private void assertAsked(int times) {
        assertThat(redis.asked).hasSize(times);
    }

    @Test
    void tellsTheMomentOfAsManyPermitsAsWereRefused() {
        refused(Basis.STORE, 100, demand("", 6));
        refused(Basis.STORE, 100, demand("", 2));

        assertThat(ask(6).join().decision().retryAfter()).isEqualTo(Duration.ofMillis(300));
        assertThat(ask(5).join().decision().retryAfter()).isEqualTo(Duration.ofMillis(100));
        assertAsked(2);
    }

    @Test
    void refusesUntilThePermitsAreDueWithoutAsking() {
        refused(Basis.STORE, 100, demand("", 2));
        clock.advance(99 * MILLI + 999);
        Grant refusal = ask(2).join();
        assertThat(refusal.decisions())
                .containsExactly(new Decision(
                        "api",
                        LIMIT,
                        false,
                        Duration.ZERO,
                        0,
                        Micros.toDuration(1),
                        Micros.toDuration(800 * MILLI + 1),
                        Basis.STORE));
        assertThat(refusal.reservations()).isEmpty();
        assertAsked(1);
        clock.advance(1);
        ask(2);
        assertAsked(2);
    }

    @Test
    void aBlockAnswersWhateverIsAskedFor() {
        CompletableFuture<Grant> answer = ask(2);
        Demand demand = demand("", 2);
        Decision blocked = demand.blocked(Duration.ofMinutes(1), Duration.ofMinutes(1), Basis.STORE);
        redis.answers.get(0).complete(new Grant(List.of(demand), List.of(blocked), List.of()));
        assertThat(answer).isCompleted();

        Demand other = new Demand("api", "", RateLimit.of(100, Duration.ofSeconds(1)), 1);
        assertThat(ask(Duration.ofHours(1), other).join().decision())
                .isEqualTo(other.blocked(Duration.ofMinutes(1), Duration.ofMinutes(1), Basis.STORE));
        assertAsked(1);
        clock.advance(1000 * MILLI);
        ask(1);
        assertAsked(2);
    }

    @Test
    void decidesNowWhatItRemembersAndNothingElse() {
        assertThat(decideNow(demand("", 2))).isNull();
        refused(Basis.STORE, 100, demand("", 2));
        assertThat(decideNow(demand("", 2))).isEqualTo(ask(2).join().decision()).returns(false, Decision::allowed);
        assertThat(decideNow(demand("", 1))).isNull();
        clock.advance(100 * MILLI);
        assertThat(decideNow(demand("", 2))).isNull();
        assertAsked(1);
    }

    @Test
    void countsFromTheMomentOfAskingNotOfTheAnswer() {
        ask(2);
        clock.advance(60 * MILLI);
        redis.answers.get(0).complete(refusal(Basis.STORE, 100, demand("", 2)));
        clock.advance(40 * MILLI - 1);
        assertThat(ask(2)).isDone();
        clock.advance(1);
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void refusesMorePermitsButNotFewer() {
        refused(Basis.STORE, 100, demand("", 4));
        assertThat(ask(5)).isDone();
        assertThat(ask(3)).isNotDone();
    }

    @Test
    void remembersEachNumberOfPermitsWithItsOwnMoment() {
        refused(Basis.STORE, 100, demand("", 4));
        refused(Basis.STORE, 100, demand("", 2));
        clock.advance(150 * MILLI);
        assertThat(ask(4)).isDone();
        assertThat(ask(3)).isNotDone();
    }

    @Test
    void asksForThoseWhoWaitLongEnough() {
        refused(Basis.STORE, 100, demand("", 2));
        assertThat(ask(Duration.ofMillis(100).minusNanos(1000), demand("", 2))).isDone();
        assertThat(ask(Duration.ofMillis(100), demand("", 2))).isNotDone();
    }

    @Test
    void remembersNothingForLongerThanTheMaximum() {
        refused(Basis.STORE, 5_000, demand("", 2));
        clock.advance(1_000 * MILLI - 1);
        assertThat(ask(2).join().decision().retryAfter()).isEqualTo(Micros.toDuration(4_000 * MILLI + 1));
        clock.advance(1);
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void remembersOfSeveralDemandsThoseThatWereRefused() {
        refused(Basis.STORE, 100, demand("a", 1), demand("b", 2));
        assertThat(ask(Duration.ZERO, demand("b", 2))).isDone();
        Grant both = ask(Duration.ofMinutes(1), demand("a", 1), demand("b", 2)).join();
        assertThat(both.decision().retryAfter()).isEqualTo(Duration.ofMillis(100));
        assertThat(ask(Duration.ZERO, demand("a", 1))).isNotDone();
    }

    @Test
    void keysAndLimitsAreToldApart() {
        refused(Basis.STORE, 100, demand("a", 2));
        assertThat(ask(Duration.ZERO, demand("b", 2))).isNotDone();
        assertThat(ask(Duration.ZERO, new Demand("other", "a", LIMIT, 2))).isNotDone();
        RateLimit changed = RateLimit.of(11, Duration.ofSeconds(1));
        assertThat(ask(Duration.ZERO, new Demand("api", "a", changed, 2))).isNotDone();
        assertThat(ask(Duration.ZERO, demand("a", 2))).isDone();
    }

    @Test
    void doesNotRememberWhatTheStoreHasNotDecided() {
        for (Basis basis : List.of(Basis.LOCAL, Basis.CLOSED, Basis.SHADOW)) {
            refused(basis, 100, demand(basis.name(), 2));
            assertThat(ask(Duration.ZERO, demand(basis.name(), 2))).isNotDone();
        }
    }

    @Test
    void whatMakesPermitsFreeDropsTheRefusal() {
        Demand demand = demand("", 2);
        List<Runnable> changes = List.of(
                () -> store.freeing(demand, () -> CompletableFuture.completedFuture(null)),
                () -> store.giveBack(List.of(new Reservation(demand, 1, Basis.STORE))));
        for (Runnable change : changes) {
            refused(Basis.STORE, 100, demand);
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
        redis.answers.get(0).complete(refusal(Basis.STORE, 100, demand("", 2)));
        assertThat(before).isDone();
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void aGrantIsAskedAgainBecauseItChangesTheMoment() {
        refused(Basis.STORE, 100, demand("", 2));
        ask(Duration.ofSeconds(1), demand("", 2));
        redis.grants(Duration.ofMillis(100));
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void afterAFailureNothingIsRememberedForAWhile() {
        ask(2);
        redis.answers.get(0).completeExceptionally(new IllegalStateException("no answer in time"));
        refused(Basis.STORE, 100, demand("", 2));
        assertThat(ask(2)).isNotDone();
        clock.advance(3_000 * MILLI + 1);
        refused(Basis.STORE, 100, demand("", 2));
        assertThat(ask(2)).isDone();
    }

    @Test
    @DisplayName("2.20 of a flood of refused keys at most 10,000 are remembered")
    void remembersABoundedNumberOfRefusals() {
        for (int i = 0; i < 50_000; i++) {
            refused(Basis.STORE, 900, demand("user" + i, 2));
        }
        long keys = IntStream.range(0, 50_000)
                .filter(i -> decideNow(demand("user" + i, 2)) != null)
                .count();
        assertThat(keys).isBetween(1L, 10_000L);
    }

    private CompletableFuture<Grant> askInTurn(Turn turn) {
        Deadline deadline = Deadline.after(Duration.ofMinutes(1));
        Duration maxWait = Duration.ofMillis(10);
        return store.acquire(new Acquisition(List.of(demand("", 2)), maxWait, deadline, turn))
                .toCompletableFuture();
    }

    @Test
    void whoComesAgainForItsTurnIsNotAnsweredFromMemory() {
        refused(Basis.STORE, 100, demand("", 2));
        askInTurn(new Turn(Duration.ofSeconds(1), 1, 1, Duration.ZERO, Basis.STORE));
        assertAsked(2);
        assertThat(askInTurn(Turn.first(Duration.ofSeconds(1)))).isDone();
        assertAsked(2);
    }

    @Test
    void aTurnThatComesTooLateSaysNothingToThoseWhoDoNotWait() {
        Turn first = Turn.first(Duration.ofSeconds(1));
        CompletableFuture<Grant> answer = askInTurn(first);
        redis.answers.get(0).complete(refusal(Basis.STORE, 100, demand("", 2)));
        assertThat(answer).isDone();
        assertThat(askInTurn(first)).isDone();
        assertAsked(1);
        assertThat(ask(2)).isNotDone();
        assertAsked(2);
    }

    @Test
    void whoIsToAskAgainIsNoRefusal() {
        Turn first = Turn.first(Duration.ofSeconds(1));
        askInTurn(first);
        redis.turnsAway(Duration.ofSeconds(5), Duration.ofSeconds(1));
        askInTurn(first);
        assertAsked(2);
    }
}
