package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EarlyAnswersTests {

    private final FakeBatchStore redis = new FakeBatchStore();
    private final BatchingStore store = new BatchingStore(redis, Duration.ofSeconds(5), LimiterObserver.NONE);

    private CompletableFuture<Grant> ask(long permits) {
        return ask(permits, Duration.ofMinutes(1));
    }

    private CompletableFuture<Grant> ask(long permits, Duration timeout) {
        return store.acquire(FakeBatchStore.request(permits, 0, Deadline.after(timeout)))
                .toCompletableFuture();
    }

    private void tellEarly(int batch) {
        redis.listeners.get(batch).early(FakeBatchStore.grants(redis.batches.get(batch)));
    }

    @Test
    void aCallerIsToldBeforeTheWayIsFree() {
        CompletableFuture<Grant> answer = ask(1);
        tellEarly(0);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void whoAsksAgainThenLeavesOnceTheWayIsFree() {
        ask(1);
        tellEarly(0);
        CompletableFuture<Grant> again = ask(2);
        assertThat(redis.batches).hasSize(1);
        redis.grantsAll(0);
        assertThat(redis.permits(1)).containsExactly(2L);
        tellEarly(1);
        assertThat(again).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void theNextBatchLeavesBeforeAnybodyIsToldWhereItWaits() {
        CompletableFuture<Grant> answer = ask(1);
        ask(2);
        tellEarly(0);
        assertThat(answer).isNotDone();
        redis.grantsAll(0);
        assertThat(redis.batches).hasSize(2);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void allOfABatchAreToldEarly() {
        ask(1);
        List<CompletableFuture<Grant>> answers = List.of(ask(2), ask(3));
        redis.grantsAll(0);
        tellEarly(1);
        assertThat(answers).allMatch(CompletableFuture::isDone);
    }

    @Test
    void nothingGoesBackOfWhatWasToldEarly() {
        ask(1);
        tellEarly(0);
        redis.grantsAll(0);
        assertThat(redis.givenBack).isEmpty();
    }

    @Test
    void whatNobodyWaitsForAnyMoreGoesBackOnce() {
        CompletableFuture<Grant> late;
        do {
            late = ask(1, Duration.ofMillis(20));
        } while (redis.batches.isEmpty());
        Awaitility.await().until(late::isDone);
        tellEarly(0);
        redis.grantsAll(0);
        assertThat(redis.givenBack).hasSize(1);
    }

    @Test
    void aFailureThatFollowsChangesNothing() {
        CompletableFuture<Grant> answer = ask(1);
        tellEarly(0);
        redis.answers.get(0).completeExceptionally(new IllegalStateException("closing the connection"));
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
        assertThat(redis.givenBack).isEmpty();
        ask(2);
        assertThat(redis.batches).hasSize(2);
    }
}
