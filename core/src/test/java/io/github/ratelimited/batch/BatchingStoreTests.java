package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BatchingStoreTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final FakeBatchStore redis = new FakeBatchStore();
    private final BatchingStore store = new BatchingStore(redis);

    private CompletableFuture<Grant> ask(long permits) {
        return ask(permits, 0, Deadline.after(LONG));
    }

    private CompletableFuture<Grant> ask(long permits, int partition, Deadline deadline) {
        return store.acquire(FakeBatchStore.request(permits, partition, deadline))
                .toCompletableFuture();
    }

    private List<CompletableFuture<Grant>> ask(LongStream permits) {
        return permits.mapToObj(this::ask).toList();
    }

    private static Throwable failureOf(CompletableFuture<Grant> answer) {
        return answer.handle((grant, failure) -> failure).join();
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
        ask(LongStream.generate(() -> 1).limit(2 * BatchQueue.MOST_DEMANDS + 5));
        redis.grantsAll(0);
        redis.grantsAll(1);
        redis.grantsAll(2);
        assertThat(redis.batches)
                .extracting(List::size)
                .containsExactly(1, BatchQueue.MOST_DEMANDS, BatchQueue.MOST_DEMANDS, 5);
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
    void boundsABatchByThePermitsOfExactWindows() {
        ask(1);
        ask(LongStream.of(600, 400, 1, 5_000, 999, 1));
        for (int batch = 0; batch < 5; batch++) {
            redis.grantsAll(batch);
        }
        assertThat(LongStream.range(1, 5).mapToObj(batch -> redis.permits((int) batch)))
                .containsExactly(List.of(600L, 400L), List.of(1L), List.of(5_000L), List.of(999L, 1L));
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
    void aFailedBatchFailsItsRequestsAndNoOthers() {
        CompletableFuture<Grant> first = ask(1);
        CompletableFuture<Grant> second = ask(2);
        var failure = new RateLimiterUnavailableException("gone", null);
        redis.answers.get(0).completeExceptionally(failure);
        assertThat(failureOf(first)).isSameAs(failure);
        redis.grantsAll(1);
        assertThat(second).isCompletedWithValueMatching(Grant::allowed);
    }

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
    void whoIsRefusedMeanwhileAsksOnceMoreWhenItIsThere() {
        CompletableFuture<Void> first = giveBack(taken());
        CompletableFuture<Grant> answer = ask(2);
        redis.refusesAll(0);
        assertThat(answer).isNotDone();
        assertThat(redis.batches).hasSize(1);
        first.complete(null);
        assertThat(redis.permits(1)).containsExactly(2L);
        giveBack(taken());
        redis.refusesAll(1);
        assertThat(answer).isCompletedWithValueMatching(grant -> !grant.allowed());
        assertThat(redis.batches).hasSize(2);
    }

    @Test
    void whatBeginsToGoBackWhileARequestIsOnItsWayCountsAsWell() {
        CompletableFuture<Grant> answer = ask(2);
        CompletableFuture<Void> returned = giveBack(taken());
        redis.refusesAll(0);
        returned.complete(null);
        redis.grantsAll(1);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }

    @Test
    void whatGoesBackElsewhereOrIsBackKeepsNobodyAsking() {
        giveBack(taken()).complete(null);
        giveBack(taken());
        CompletableFuture<Grant> elsewhere = ask(3, 1, Deadline.after(LONG));
        redis.refusesAll(0);
        assertThat(elsewhere).isCompletedWithValueMatching(grant -> !grant.allowed());
        redis.returned.complete(null);
        CompletableFuture<Grant> later = ask(2);
        redis.refusesAll(1);
        assertThat(later).isCompletedWithValueMatching(grant -> !grant.allowed());
    }

    @Test
    void theRefusalStandsWhereTheSecondAnswerFails() {
        CompletableFuture<Void> returned = giveBack(taken());
        CompletableFuture<Grant> answer = ask(2);
        redis.refusesAll(0);
        returned.completeExceptionally(new RateLimiterUnavailableException("gone", null));
        redis.answers.get(1).completeExceptionally(new RateLimiterUnavailableException("gone", null));
        assertThat(answer).isCompletedWithValueMatching(grant -> !grant.allowed());
    }

    @Test
    void whoIsRefusedAsksOnceMoreWhenHalfOfItsTimeIsOver() {
        giveBack(taken());
        CompletableFuture<Grant> answer = ask(2, 0, Deadline.after(Duration.ofSeconds(2)));
        redis.refusesAll(0);
        Awaitility.await().until(() -> redis.batches.size() == 2);
        redis.grantsAll(1);
        assertThat(answer).isCompletedWithValueMatching(Grant::allowed);
    }
}
