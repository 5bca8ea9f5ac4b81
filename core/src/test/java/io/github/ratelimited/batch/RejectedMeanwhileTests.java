package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Who is rejected while permits go back. */
class RejectedMeanwhileTests extends BatchingStoreFixture {

    private CompletableFuture<Void> giveBack(Grant grant) {
        redis.returned = new CompletableFuture<>();
        store.giveBack(grant.reservations());
        return redis.returned;
    }

    private Grant taken() {
        return FakeBatchStore.grant(FakeBatchStore.request(1, 0, Deadline.after(LONG)));
    }

    @Test
    void aRequestDoesNotWaitForWhatGoesBack() {
        giveBack(taken());
        CompletableFuture<Grant> answer = ask(2);
        assertThat(redis.permits(0)).containsExactly(2L);
        redis.grantsAll(0);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void whoIsRejectedMeanwhileAsksOnceMoreWhenItIsThere() {
        CompletableFuture<Void> first = giveBack(taken());
        CompletableFuture<Grant> answer = ask(2);
        redis.rejectsAll(0);
        assertThat(answer).isNotDone();
        assertThat(redis.batches).hasSize(1);
        first.complete(null);
        assertThat(redis.permits(1)).containsExactly(2L);
        giveBack(taken());
        redis.rejectsAll(1);
        assertThat(answer).isCompletedWithValueMatching(grant -> !grant.allowed());
        assertThat(redis.batches).hasSize(2);
    }

    @Test
    void whatBeginsToGoBackWhileARequestIsOnItsWayCountsAsWell() {
        CompletableFuture<Grant> answer = ask(2);
        CompletableFuture<Void> returned = giveBack(taken());
        redis.rejectsAll(0);
        returned.complete(null);
        redis.grantsAll(1);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void whatGoesBackElsewhereOrIsBackKeepsNobodyAsking() {
        giveBack(taken()).complete(null);
        giveBack(taken());
        CompletableFuture<Grant> elsewhere = ask(3, 1, Deadline.after(LONG));
        redis.rejectsAll(0);
        assertThat(elsewhere).isCompletedWithValueMatching(grant -> !grant.allowed());
        redis.returned.complete(null);
        CompletableFuture<Grant> later = ask(2);
        redis.rejectsAll(1);
        assertThat(later).isCompletedWithValueMatching(grant -> !grant.allowed());
    }

    @Test
    void theRejectionStandsWhereTheSecondAnswerFails() {
        CompletableFuture<Void> returned = giveBack(taken());
        CompletableFuture<Grant> answer = ask(2);
        redis.rejectsAll(0);
        returned.completeExceptionally(new RateLimiterUnavailableException("gone", null));
        redis.answers.get(1).completeExceptionally(new RateLimiterUnavailableException("gone", null));
        assertThat(answer).isCompletedWithValueMatching(grant -> !grant.allowed());
    }

    @Test
    void whoIsRejectedAsksOnceMoreWhenHalfOfItsTimeIsOver() {
        giveBack(taken());
        CompletableFuture<Grant> answer = ask(2, 0, Deadline.after(Duration.ofSeconds(2)));
        redis.rejectsAll(0);
        Awaitility.await().until(() -> redis.batches.size() == 2);
        redis.grantsAll(1);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }
}
