package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests, cancellations, failures and answers on many threads: nothing is lost and nothing happens twice. */
class BatchingManyThreadsTests {

    private static final int THREADS = 8;
    private static final int REQUESTS = 2_000;

    private final Set<Acquisition> sent =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final AtomicLong sentAgain = new AtomicLong();
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong givenBack = new AtomicLong();
    private final FakeBatchStore others = new FakeBatchStore();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void eachRequestIsSentAndAnsweredAtMostOnce(long seed) {
        ExecutorService servers = Executors.newFixedThreadPool(2);
        try {
            BatchingStore store =
                    new BatchingStore(new Server(servers, seed), Duration.ofSeconds(5), LimiterObserver.NONE);
            List<CompletableFuture<Long>> callers = IntStream.range(0, THREADS)
                    .mapToObj(thread -> CompletableFuture.supplyAsync(
                            () -> call(store, new Random(seed * THREADS + thread)), task -> new Thread(task).start()))
                    .toList();
            long kept = callers.stream().mapToLong(CompletableFuture::join).sum();

            assertThat(sentAgain).as("seed %d", seed).hasValue(0);
            // Who cancels does not wait until what was granted is given back.
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(granted.get()).as("seed %d", seed).isEqualTo(kept + givenBack.get()));
            assertThat(kept).isPositive();
            assertThat(givenBack.get()).isPositive();
        } finally {
            servers.shutdown();
        }
    }

    /** Asks again and again, cancels some; returns how many permits it holds. */
    private static long call(BatchingStore store, Random random) {
        long kept = 0;
        for (int i = 0; i < REQUESTS; i++) {
            CompletableFuture<Grant> answer = new CompletableFuture<>();
            Deadline deadline = Deadline.after(Duration.ofMinutes(1), answer);
            store.acquire(FakeBatchStore.request(1, random.nextInt(3), deadline), (grant, failure) -> {
                if (grant == null) {
                    answer.completeExceptionally(failure);
                } else if (!answer.complete(grant)) {
                    store.giveBack(grant.reservations());
                }
            });
            if (random.nextInt(4) == 0) {
                answer.cancel(false);
            }
            kept += answer.handle((grant, failure) -> grant == null ? 0L : 1L).join();
        }
        return kept;
    }

    private final class Server implements BulkStore {

        private final ExecutorService threads;
        private final Random random;

        private Server(ExecutorService threads, long seed) {
            this.threads = threads;
            this.random = new Random(seed);
        }

        @Override
        public CompletionStage<List<BatchResult>> acquireAll(
                int partition, List<Acquisition> requests, BatchListener listener) {
            requests.stream().filter(request -> !sent.add(request)).forEach(again -> sentAgain.incrementAndGet());
            int fate = random.nextInt(20);
            boolean tellsEarly = random.nextBoolean();
            if (fate == 0) {
                return CompletableFuture.failedFuture(new RateLimiterUnavailableException("at once", null));
            }
            if (fate == 1) {
                throw new IllegalStateException("thrown");
            }
            return CompletableFuture.supplyAsync(
                    () -> {
                        if (fate == 2) {
                            throw new RateLimiterUnavailableException("later", null);
                        }
                        granted.addAndGet(requests.size());
                        List<BatchResult> outcomes = FakeBatchStore.grants(requests);
                        if (tellsEarly) {
                            listener.early(outcomes);
                        }
                        return outcomes;
                    },
                    fate == 3 ? Runnable::run : threads);
        }

        @Override
        public int partition(Demand demand) {
            return others.partition(demand);
        }

        @Override
        public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
            givenBack.addAndGet(settlements.size());
            return others.settleAll(settlements);
        }
    }
}
