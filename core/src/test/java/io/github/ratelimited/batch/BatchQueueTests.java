package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.limiter.EndOfStack;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BatchQueueTests {

    private final FakeBatchStore redis = new FakeBatchStore();
    private final BatchQueue partition = new BatchQueue(
            0,
            redis,
            LimiterObservers.of(LimiterObserver.NONE),
            Duration.ofMinutes(1),
            redis::giveBack,
            System::nanoTime);

    private CompletableFuture<Grant> ask(long permits) {
        Acquisition request = FakeBatchStore.request(permits, 0, Deadline.after(Duration.ofMinutes(1)));
        return GrantCallback.stage(callback -> partition.ask(request, callback));
    }

    /** As where a timer is late, because the queue alone has none. */
    @Test
    void aBatchThatIsOvertakenBeforeItsDeadlineIsNoticedEndsItsRequests() {
        Deadline soon = Deadline.after(Duration.ofMillis(20));
        CompletableFuture<Grant> lost =
                GrantCallback.stage(callback -> partition.ask(FakeBatchStore.request(1, 0, soon), callback));
        assertThat(redis.batches).as("sent in time").hasSize(1);
        redis.answersOthers = true;
        Awaitility.await().until(soon::isOver);
        ask(2);
        assertThat(lost).isCompletedExceptionally();
        assertThat(redis.permits(1)).containsExactly(2L);
    }

    private void failAll() {
        for (int batch = 0; batch < redis.answers.size(); batch++) {
            redis.answers.get(batch).completeExceptionally(new IllegalStateException("over"));
        }
    }

    @Test
    void othersAreSentAndAllAreAnsweredAfterTheStackHasEndedThere() {
        List<CompletableFuture<Grant>> asked = new ArrayList<>();
        ask(1);
        failAll();
        for (long round = 2; round < 100; round++) {
            EndOfStack.call(() -> asked.add(ask(1)));
            failAll();
            asked.add(ask(round));
            assertThat(redis.permits(redis.batches.size() - 1)).contains(round);
        }
        failAll();
        assertThat(asked).allMatch(CompletableFuture::isDone);
    }

    @Test
    void whoThrowsIsToldOfItAndTheOthersOfTheirs() {
        ask(1);
        List<Throwable> failures = new ArrayList<>();
        OutOfMemoryError full = new OutOfMemoryError("no memory");
        Acquisition request = FakeBatchStore.request(2, 0, Deadline.after(Duration.ofMinutes(1)));
        partition.ask(request, (grant, failure) -> {
            if (failure != null) {
                failures.add(failure);
            }
            throw full;
        });
        CompletableFuture<Grant> other = ask(3);
        redis.grantsAll(0);
        redis.grantsAll(1);
        assertThat(failures).containsExactly(full);
        assertThat(other).isCompletedWithValueMatching(Grant::allowed);
        ask(4);
        assertThat(redis.permits(2)).containsExactly(4L);
    }

    @Test
    void nobodyWaitsForAnAnswerThatWasThereWhenTheStackEnded() {
        List<CompletableFuture<Grant>> asked = new ArrayList<>();
        redis.error = new StackOverflowError();
        ask(1);
        for (int round = 0; round < 100; round++) {
            EndOfStack.call(() -> asked.add(ask(1)));
        }
        assertThat(asked).isNotEmpty().allMatch(CompletableFuture::isDone);
    }
}
