package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call with several limits that has been rejected twice. */
class SeveralLimitsWaitTests extends PermitWaitFixture {

    private PermitWait<Decision> wait;

    @BeforeEach
    void rejectTwice() {
        wait = start(FOREVER, "a", "b", "c");
        store.rejects(SECOND);
        pass(SPREAD_SECOND);
        store.rejects(SECOND);
    }

    private Acquisition lastAsked() {
        return store.asked.get(store.asked.size() - 1);
    }

    private List<String> keysOfLast() {
        return lastAsked().demands().stream().map(Demand::key).toList();
    }

    @Test
    void waitsForItsTurnAtTheLimitInTheWayAndThenAsksForTheOthers() {
        assertThat(keysOfLast()).containsExactly("a");
        assertThat(lastAsked().turn()).isEqualTo(Turn.first(HORIZON));
        Turn turn = store.turnsAway(Duration.ofMinutes(1), SECOND);
        pass(SECOND);
        assertThat(lastAsked().turn()).isEqualTo(turn);
        store.grants(SECOND);
        assertThat(store.asked).hasSize(4);

        pass(SECOND);
        assertThat(keysOfLast()).containsExactly("b", "c");
        assertThat(lastAsked().maxWait()).isZero();
        assertThat(wait).isNotDone();
        store.grants(Duration.ZERO);

        assertThat(wait).isCompletedWithValueMatching(Decision::allowed);
        assertThat(store.givenBack).isEmpty();
        assertThat(store.asked).noneMatch(Acquisition::spends);
    }

    @Test
    void givesTheTurnBackWhereAnotherLimitRejectsAndWaitsForThatOne() {
        Grant first = store.grants(SECOND);
        pass(SECOND);
        store.rejects(SECOND);

        assertThat(store.givenBack).containsExactly(first.reservations());
        assertThat(keysOfLast()).containsExactly("b");
        store.grants(SECOND);
        pass(SECOND);
        assertThat(keysOfLast()).containsExactly("a", "c");
    }

    @Test
    void givesAllBackWhenItIsCancelledWhileItAsksForTheOthers() {
        Grant first = store.grants(SECOND);
        pass(SECOND);
        wait.cancel(false);
        assertThat(store.givenBack).containsExactly(first.reservations());

        Grant others = store.grants(Duration.ZERO);

        assertThat(store.givenBack).containsExactly(first.reservations(), others.reservations());
    }

    /** It would keep others from waiting for a turn, for ever. */
    @Test
    void waitsForNoOtherTurnWhenItIsRejectedAfterItWasCancelled() {
        Demand alone = lastAsked().demands().get(0);
        store.grants(SECOND);
        pass(SECOND);
        wait.cancel(false);
        store.rejects(SECOND);

        assertThat(waits.turns.begin(alone, alone.permits())).isTrue();
    }

    @Test
    void leavesTheQueueWhenItIsCancelledInIt() {
        Turn turn = store.turnsAway(Duration.ofMinutes(1), SECOND);
        wait.cancel(false);
        assertThat(keysOfLast()).containsExactly("a");
        assertThat(lastAsked().turn()).isEqualTo(turn);
        assertThat(lastAsked().maxWait()).isNegative();
    }

    @Test
    void failsAndGivesTheTurnBackWhereTheOthersCannotBeAsked() {
        Grant first = store.grants(SECOND);
        pass(SECOND);
        store.answers.get(store.answers.size() - 1).completeExceptionally(new IllegalStateException("gone"));

        assertThat(wait).isCompletedExceptionally();
        assertThat(store.givenBack).containsExactly(first.reservations());
    }
}
