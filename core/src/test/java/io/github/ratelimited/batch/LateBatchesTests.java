package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Batches that are answered late or never, or fail, and callers who have gone by then. */
class LateBatchesTests extends BatchingStoreFixture {

    /** Sent in time, which a busy machine may miss, and not answered in time. */
    private CompletableFuture<Grant> askBriefly(long permits) {
        int sent = redis.batches.size();
        CompletableFuture<Grant> answer;
        do {
            answer = ask(permits, 0, Deadline.after(Duration.ofMillis(20)));
        } while (redis.batches.size() == sent);
        return answer;
    }

    @Test
    void aBatchWhoseAnswerNeverComesKeepsNobodyFromTheStoreForGood() {
        BatchingStore patient = new BatchingStore(redis, Duration.ofMillis(300), LimiterObserver.NONE);
        CompletableFuture<Grant> lost = patient.acquire(
                        FakeBatchStore.request(1, 0, Deadline.after(Duration.ofMillis(200))))
                .toCompletableFuture();
        CompletableFuture<Grant> next = patient.acquire(
                        FakeBatchStore.request(2, 0, Deadline.after(Duration.ofMinutes(1))))
                .toCompletableFuture();
        assertThat(redis.batches).hasSize(1);
        Awaitility.await().until(() -> redis.batches.size() == 2);
        assertThat(lost).isCompletedExceptionally();

        redis.grantsAll(0);
        assertThat(redis.givenBack)
                .as("what a late answer grants")
                .singleElement()
                .satisfies(late -> assertThat(late.get(0).demand().permits()).isEqualTo(1));
        redis.grantsAll(1);
        assertThat(next).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void withdrawsWhatNobodyWaitsForBeforeItIsSent() {
        ask(1);
        CompletableFuture<Void> caller = new CompletableFuture<>();
        ask(2, 0, Deadline.after(LONG, caller));
        CompletableFuture<Grant> late = ask(3, 0, Deadline.after(Duration.ofMillis(1)));
        ask(4);
        caller.cancel(false);
        Awaitility.await().until(late::isCompletedExceptionally);
        assertThat(failureOf(late)).isInstanceOf(RateLimiterUnavailableException.class);

        redis.grantsAll(0);
        assertThat(redis.permits(1)).containsExactly(4L);
        redis.grantsAll(1);
        assertThat(redis.batches).hasSize(2);
        assertThat(redis.givenBack).isEmpty();
    }

    @Test
    void givesBackWhatIsGrantedToThoseWhoAreGone() {
        CompletableFuture<Grant> late = askBriefly(1);
        Awaitility.await().until(late::isCompletedExceptionally);
        redis.grantsAll(0);
        CompletableFuture<Grant> later = askBriefly(2);
        Awaitility.await().until(later::isCompletedExceptionally);
        redis.grantsAll(1);
        assertThat(redis.givenBack)
                .extracting(reservations -> reservations.get(0).demand().permits())
                .containsExactly(1L, 2L);
    }

    @Test
    void aShorterDeadlineDoesNotWaitForALongerOne() {
        ask(1);
        CompletableFuture<Grant> shorter = ask(2, 0, Deadline.after(Duration.ofMillis(50)));
        CompletableFuture<Grant> shortest = ask(3, 1, Deadline.after(Duration.ofMillis(1)));
        Awaitility.await().until(() -> shorter.isDone() && shortest.isDone());
    }

    @Test
    void aBatchOnTheWayKeepsTheOthersUntilItsAnswerIsThere() {
        ask(1);
        ask(2);
        assertThat(redis.batches).hasSize(1);
        var failure = new RateLimiterUnavailableException("gone", null);
        redis.answers.get(0).completeExceptionally(failure);
        assertThat(redis.permits(1)).containsExactly(2L);
    }

    @Test
    void aBatchThatIsNotAnsweredInTimeFailsTheOthersAtOnce() {
        CompletableFuture<Grant> late = askBriefly(1);
        Awaitility.await().until(late::isDone);
        assertThat(ask(2)).isCompletedExceptionally();
        redis.grantsAll(0);
        assertThat(ask(3)).isNotDone();
        assertThat(redis.permits(1)).containsExactly(3L);
    }

    @Test
    void aBatchThatIsLostKeepsNobodyFromTheStore() {
        CompletableFuture<Grant> lost = ask(1);
        CompletableFuture<Grant> next = ask(2);
        redis.listeners.get(0).lost();
        assertThat(lost).isCompletedExceptionally();
        assertThat(redis.permits(1)).containsExactly(2L);
        assertThat(ask(3)).as("while the next one is on its way").isNotDone();
        assertThat(redis.batches).hasSize(2);

        redis.grantsAll(0);
        assertThat(redis.givenBack)
                .as("what the lost one granted after all")
                .singleElement()
                .satisfies(late -> assertThat(late.get(0).demand().permits()).isEqualTo(1));
        assertThat(redis.batches).hasSize(2);
        redis.grantsAll(1);
        assertThat(next).isCompletedWithValueMatching(Grant::allowed);
        assertThat(redis.permits(2)).containsExactly(3L);
    }

    @Test
    void aFailedBatchFailsItsRequestsAndNoOthers() {
        CompletableFuture<Grant> first = ask(1);
        CompletableFuture<Grant> second = ask(2);
        var failure = new RateLimiterUnavailableException("gone", null);
        redis.answers.get(0).completeExceptionally(failure);
        assertThat(failureOf(first)).isSameAs(failure);
        redis.grantsAll(1);
        assertThat(second).isCompletedWithValueMatching(Grant::allowed);
    }
}
