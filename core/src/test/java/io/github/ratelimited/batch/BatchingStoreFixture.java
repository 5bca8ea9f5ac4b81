package io.github.ratelimited.batch;

import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** A store that batches, in front of one that answers when a test says so. */
abstract class BatchingStoreFixture {

    static final Duration LONG = Duration.ofMinutes(1);

    final FakeBatchStore redis = new FakeBatchStore();
    final BatchingStore store = new BatchingStore(redis, Duration.ofSeconds(5), LimiterObserver.NONE);

    CompletableFuture<Grant> ask(long permits) {
        return ask(permits, 0, Deadline.after(LONG));
    }

    CompletableFuture<Grant> ask(long permits, int partition, Deadline deadline) {
        return store.acquire(FakeBatchStore.request(permits, partition, deadline))
                .toCompletableFuture();
    }

    List<CompletableFuture<Grant>> ask(LongStream permits) {
        return permits.mapToObj(this::ask).toList();
    }

    static Throwable failureOf(CompletableFuture<Grant> answer) {
        return answer.handle((grant, failure) -> failure).join();
    }
}
