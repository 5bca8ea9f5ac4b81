package io.github.ratelimited.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BatchingStore;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.limiter.EndOfStack;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Batches whose answers never come, as when their connections are closed, and those who ask next. */
class LostBatchesTests {

    private static final RateLimit LIMIT = RateLimit.of(1_000, Duration.ofHours(1));
    private static final Duration TIMEOUT = Duration.ofMillis(200);

    /** The key of a demand is the number of its partition. */
    private static final class Server implements BulkStore {

        final List<Integer> asked = new CopyOnWriteArrayList<>();
        volatile Function<List<Acquisition>, CompletableFuture<List<BatchResult>>> answer =
                requests -> new CompletableFuture<>();

        @Override
        public CompletionStage<List<BatchResult>> acquireAll(
                int partition, List<Acquisition> requests, BatchListener listener) {
            asked.add(partition);
            return answer.apply(requests);
        }

        @Override
        public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
            return CompletableFuture.completedFuture(Collections.nCopies(settlements.size(), 0.0));
        }

        @Override
        public int partition(Demand demand) {
            return Integer.parseInt(demand.key());
        }
    }

    private final ManualTimer timer = new ManualTimer(new TestClock());
    private final Server server = new Server();
    private final BatchingStore store = new BatchingStore(
            new BreakerStore(server, TIMEOUT, timer, LimiterObserver.NONE),
            Duration.ofMinutes(1),
            LimiterObserver.NONE);

    private static CompletableFuture<List<BatchResult>> grants(List<Acquisition> requests) {
        return CompletableFuture.completedFuture(requests.stream()
                .map(request -> new BatchResult(grant(request.demands().get(0)), null))
                .toList());
    }

    private static Grant grant(Demand demand) {
        Decision granted = demand.granted(Duration.ZERO, 0, Duration.ZERO, Basis.STORE);
        return new Grant(List.of(demand), List.of(granted), List.of());
    }

    private CompletableFuture<Grant> ask(int partition, Duration patience) {
        Demand demand = new Demand("api", String.valueOf(partition), LIMIT, 1);
        Acquisition request = new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(patience));
        return store.acquire(request).toCompletableFuture();
    }

    private CompletableFuture<Grant> ask(int partition) {
        return ask(partition, TIMEOUT);
    }

    @Test
    void aCallBehindALostBatchIsSentOnceAProbeIsAnswered() {
        ask(0);
        CompletableFuture<Grant> behind = ask(0, Duration.ofMinutes(1));
        server.answer = LostBatchesTests::grants;
        Awaitility.await().until(behind::isDone);
        assertThat(behind).isCompletedWithValueMatching(Grant::allowed);
        assertThat(server.asked).as("the lost batch, the probe, the call").hasSize(3);
    }

    @Test
    void aCallBehindALostBatchIsSentAlsoIfTheProbeFails() {
        ask(0);
        CompletableFuture<Grant> behind = ask(0, Duration.ofMinutes(1));
        server.answer = requests -> CompletableFuture.failedFuture(new RateLimiterUnavailableException("gone", null));
        Awaitility.await().until(behind::isDone);
        assertThat(behind).isCompletedExceptionally();
        assertThat(server.asked).hasSize(3);
    }

    @Test
    void batchesLostInManyPartitionsKeepNoneOfThemFromAnAnswerAfterOneProbe() {
        List<Integer> partitions = List.of(0, 1, 2, 3, 4, 5);
        partitions.forEach(this::ask);
        List<CompletableFuture<Grant>> behind = partitions.stream()
                .map(each -> ask(each, Duration.ofMinutes(1)))
                .toList();
        Awaitility.await().until(() -> behind.stream().allMatch(CompletableFuture::isDone));
        assertThat(behind).as("while nothing is sent").allMatch(CompletableFuture::isCompletedExceptionally);

        server.answer = LostBatchesTests::grants;
        timer.advance(600_000);
        assertThat(partitions).allSatisfy(each -> assertThat(ask(each)).isCompletedWithValueMatching(Grant::allowed));
    }

    @Test
    void aCallerWhoseStackEndsIsNoFailureOfTheStore() {
        server.answer = requests -> far(40, requests);
        for (int round = 0; round < 20; round++) {
            EndOfStack.call(() -> ask(0));
            assertThat(ask(0)).isCompletedWithValueMatching(Grant::allowed);
        }
    }

    private static CompletableFuture<List<BatchResult>> far(int frames, List<Acquisition> requests) {
        return frames == 0 ? grants(requests) : far(frames - 1, requests).thenApply(answer -> answer);
    }
}
