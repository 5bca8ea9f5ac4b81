package io.github.ratelimited.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is remembered for those who have a turn, and of them. */
class DenialTurnsTests extends DenialCacheFixture {

    private CompletableFuture<Grant> askInTurn(Turn turn) {
        Deadline deadline = Deadline.after(Duration.ofMinutes(1));
        Duration maxWait = Duration.ofMillis(10);
        return store.acquire(new Acquisition(List.of(demand("", 2)), maxWait, deadline, turn))
                .toCompletableFuture();
    }

    @Test
    void whoComesAgainForItsTurnIsNotAnsweredFromMemory() {
        rejected(Basis.STORE, 100, demand("", 2));
        askInTurn(new Turn(Duration.ofSeconds(1), 1, 1, Duration.ZERO, Basis.STORE));
        assertAsked(2);
        assertThat(askInTurn(Turn.first(Duration.ofSeconds(1)))).isDone();
        assertAsked(2);
    }

    @Test
    void aTurnThatComesTooLateSaysNothingToThoseWhoDoNotWait() {
        Turn first = Turn.first(Duration.ofSeconds(1));
        CompletableFuture<Grant> answer = askInTurn(first);
        redis.answers.get(0).complete(rejection(Basis.STORE, 100, demand("", 2)));
        assertThat(answer).isDone();
        assertThat(askInTurn(first)).isDone();
        assertAsked(1);
        assertThat(ask(2)).isNotDone();
        assertAsked(2);
    }

    @Test
    void whoIsToAskAgainIsNoRejection() {
        Turn first = Turn.first(Duration.ofSeconds(1));
        askInTurn(first);
        redis.turnsAway(Duration.ofSeconds(5), Duration.ofSeconds(1));
        askInTurn(first);
        assertAsked(2);
    }
}
