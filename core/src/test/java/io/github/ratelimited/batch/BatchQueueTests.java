package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchQueueTests {

    private final FakeBatchStore redis = new FakeBatchStore();
    private final BatchQueue partition = new BatchQueue(
            0,
            redis,
            LimiterObservers.of(LimiterObserver.NONE),
            Duration.ofMinutes(1),
            new LateGrants(redis::giveBack),
            System::nanoTime);

    private static final OutOfMemoryError FULL = new OutOfMemoryError("no memory");

    private static Acquisition request(long permits) {
        return FakeBatchStore.request(permits, 0, Deadline.after(Duration.ofMinutes(1)));
    }

    private CompletableFuture<Grant> ask(long permits) {
        return GrantCallback.stage(callback -> partition.ask(request(permits), callback));
    }

    private static void throwTwice(@Nullable Grant grant, @Nullable Throwable failure) {
        throw FULL;
    }

    /** As where a timer is late, because the queue alone has none. */
    @Test
    void aBatchThatIsLostBeforeItsDeadlineIsNoticedEndsItsRequests() {
        Deadline soon = Deadline.after(Duration.ofMillis(20));
        CompletableFuture<Grant> lost =
                GrantCallback.stage(callback -> partition.ask(FakeBatchStore.request(1, 0, soon), callback));
        assertThat(redis.batches).as("sent in time").hasSize(1);
        Awaitility.await().until(soon::isOver);
        redis.listeners.get(0).lost();
        assertThat(lost).isCompletedExceptionally();
        ask(2);
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
        partition.ask(request(2), (grant, failure) -> {
            if (failure != null) {
                failures.add(failure);
            }
            throw FULL;
        });
        CompletableFuture<Grant> other = ask(3);
        redis.grantsAll(0);
        redis.grantsAll(1);
        assertThat(failures).containsExactly(FULL);
        assertThat(other).isCompletedWithValueMatching(Grant::allowed);
        ask(4);
        assertThat(redis.permits(2)).containsExactly(4L);
    }

    @Test
    void whoThrowsTwiceIsToldThereAndKeepsNobodyFromTheStore() {
        ask(1);
        Acquisition over = FakeBatchStore.request(2, 0, Deadline.after(Duration.ZERO));
        partition.ask(over, BatchQueueTests::throwTwice);
        ask(3);
        redis.grantsAll(0);
        assertThat(redis.permits(1)).containsExactly(3L);
        redis.grantsAll(1);

        redis.error = FULL;
        assertThatThrownBy(() -> partition.ask(request(4), BatchQueueTests::throwTwice))
                .isSameAs(FULL);
    }

    /** As where memory ends once the batch has left. */
    @Test
    void aBatchThatIsLeftHalfWayFailsAndKeepsNobodyFromTheStore() {
        redis.answer = () -> new CompletableFuture<>() {
            @Override
            public CompletableFuture<List<BatchResult>> whenComplete(
                    BiConsumer<? super List<BatchResult>, ? super Throwable> action) {
                super.whenComplete(action);
                throw FULL;
            }
        };
        List<Throwable> failures = new ArrayList<>();
        partition.ask(request(1), (grant, failure) -> failures.add(failure));
        assertThat(failures).containsExactly(FULL);
        redis.answer = CompletableFuture::new;
        ask(2);

        redis.grantsAll(0);
        assertThat(redis.givenBack)
                .as("what the first one granted after all")
                .singleElement()
                .satisfies(late -> assertThat(late.get(0).demand().permits()).isEqualTo(1));
        CompletableFuture<Grant> third = ask(3);
        assertThat(redis.batches).as("while the second one is in flight").hasSize(2);
        redis.grantsAll(1);
        redis.grantsAll(2);
        assertThat(third).isCompletedWithValueMatching(Grant::allowed);
    }

    /** As where the stack of its sender has ended. */
    @Test
    void aBatchThatItsSenderCannotFailIsFailedByTheNextDeadline() {
        CompletableFuture<Grant> first = ask(1);
        ask(2);
        ((Batch) redis.listeners.get(0)).broken = FULL;
        assertThat(partition.endThoseOver()).as("the deadline of the second").isNotNull();
        assertThat(first).isCompletedExceptionally();
        assertThat(redis.permits(1)).containsExactly(2L);
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
