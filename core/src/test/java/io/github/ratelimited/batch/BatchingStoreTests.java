package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is sent together, and how much of it. */
class BatchingStoreTests extends BatchingStoreFixture {

    @Test
    void sendsALoneRequestAtOnce() {
        CompletableFuture<Grant> answer = ask(1);
        assertThat(redis.batches).hasSize(1);
        redis.grantsAll(0);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
        ask(2);
        assertThat(redis.permits(1)).containsExactly(2L);
    }

    @Test
    void sendsTogetherInOrderWhatArrivesWhileABatchIsOnTheWay() {
        ask(LongStream.rangeClosed(1, 6));
        assertThat(redis.batches).hasSize(1);
        redis.grantsAll(0);
        assertThat(redis.permits(0)).containsExactly(1L);
        assertThat(redis.permits(1)).containsExactly(2L, 3L, 4L, 5L, 6L);
        redis.grantsAll(1);
        assertThat(redis.batches).hasSize(2);
    }

    @Test
    void answersEachRequestWithItsOwnOutcome() {
        ask(1);
        List<CompletableFuture<Grant>> answers = ask(LongStream.of(2, 3, 4));
        redis.grantsAll(0);
        List<BatchResult> outcomes = FakeBatchStore.grants(redis.batches.get(1));
        var failure = new RateLimiterUnavailableException("for the second", null);
        redis.answers.get(1).complete(List.of(outcomes.get(0), new BatchResult(null, failure), outcomes.get(2)));

        assertThat(answers.get(0)).isCompletedWithValue(outcomes.get(0).grant());
        assertThat(answers.get(1)).isCompletedExceptionally();
        assertThat(failureOf(answers.get(1))).isSameAs(failure);
        assertThat(answers.get(2)).isCompletedWithValue(outcomes.get(2).grant());
    }

    /** As the overflow of a caller's stack does. */
    @Test
    void anErrorOfOneRequestDoesNotStopTheOthers() {
        redis.error = new StackOverflowError();
        CompletableFuture<Grant> failed = ask(1);
        assertThat(failureOf(failed)).isInstanceOf(StackOverflowError.class);
        redis.error = null;

        CompletableFuture<Grant> answer = ask(2);
        redis.grantsAll(0);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void boundsABatchByItsRequests() {
        ask(1);
        ask(LongStream.generate(() -> 1).limit(2 * Batch.MOST_DEMANDS + 5));
        redis.grantsAll(0);
        redis.grantsAll(1);
        redis.grantsAll(2);
        assertThat(redis.batches).extracting(List::size).containsExactly(1, Batch.MOST_DEMANDS, Batch.MOST_DEMANDS, 5);
    }

    @Test
    void boundsABatchByAllItsDemands() {
        ask(1);
        List<Demand> many = LongStream.range(0, 50)
                .mapToObj(key -> new Demand("api", String.valueOf(key), FakeBatchStore.LIMIT, 1))
                .toList();
        for (int i = 0; i < 5; i++) {
            store.acquire(new Acquisition(many, Duration.ZERO, Deadline.after(LONG)));
        }
        for (int batch = 0; batch < 4; batch++) {
            redis.grantsAll(batch);
        }
        assertThat(redis.batches).extracting(List::size).containsExactly(1, 2, 2, 1);
    }

    @Test
    void putsCallsForManyPermitsIntoOneBatch() {
        ask(1);
        ask(LongStream.of(600, 5_000, 1));
        redis.grantsAll(0);

        assertThat(redis.permits(1)).containsExactly(600L, 5_000L, 1L);
    }

    @Test
    void lanesDoNotWaitForEachOther() {
        ask(1, 0, Deadline.after(LONG));
        ask(2, 7, Deadline.after(LONG));
        ask(3, 7, Deadline.after(LONG));
        assertThat(redis.batches).hasSize(2);
        redis.grantsAll(1);
        assertThat(redis.permits(2)).containsExactly(3L);
    }
}
