package io.github.ratelimited.batch;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store whose answers to batches the test gives. The key of a request is the number of its partition. */
final class FakeBatchStore implements BulkStore {

    static final RateLimit LIMIT = RateLimit.of(10_000, Duration.ofSeconds(1));

    final List<List<Acquisition>> batches = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<List<BatchResult>>> answers = new CopyOnWriteArrayList<>();

    /** Whom to tell of a batch before its answer, by its number from 0. */
    final List<BatchListener> listeners = new CopyOnWriteArrayList<>();

    @Nullable
    volatile Error error;

    /** Makes what a batch is answered by. */
    volatile Supplier<CompletableFuture<List<BatchResult>>> answer = CompletableFuture::new;

    final List<List<Reservation>> givenBack = new CopyOnWriteArrayList<>();

    /** What giving back answers. */
    volatile CompletableFuture<Void> returned = CompletableFuture.completedFuture(null);

    static Acquisition request(long permits, int partition, Deadline deadline) {
        Demand demand = new Demand("api", String.valueOf(partition), LIMIT, permits);
        return new Acquisition(List.of(demand), Duration.ZERO, deadline);
    }

    static Grant grant(Acquisition request) {
        Demand demand = request.demands().get(0);
        Decision decision = Decision.of("api", LIMIT).remaining(1).build();
        return new Grant(List.of(demand), List.of(decision), List.of(new Reservation(demand, 1, Basis.STORE)));
    }

    static List<BatchResult> grants(List<Acquisition> requests) {
        return requests.stream()
                .map(request -> new BatchResult(grant(request), null))
                .toList();
    }

    /** Grants everything that a batch asks for, by its number from 0. */
    void grantsAll(int batch) {
        answers.get(batch).complete(grants(batches.get(batch)));
    }

    /** Rejects everything that a batch asks for, by its number from 0. */
    void rejectsAll(int batch) {
        answers.get(batch)
                .complete(batches.get(batch).stream()
                        .map(request -> new BatchResult(rejection(request), null))
                        .toList());
    }

    private static Grant rejection(Acquisition request) {
        Demand demand = request.demands().get(0);
        Decision rejected = demand.rejected(Duration.ofSeconds(1), 0, Duration.ofSeconds(1), Basis.STORE);
        return new Grant(List.of(demand), List.of(rejected), List.of());
    }

    /** How many permits each request of a batch asks for. */
    List<Long> permits(int batch) {
        return batches.get(batch).stream()
                .map(request -> request.demands().get(0).permits())
                .toList();
    }

    @Override
    public CompletionStage<List<BatchResult>> acquireAll(
            int partition, List<Acquisition> requests, BatchListener listener) {
        Error thrown = error;
        if (thrown != null) {
            throw thrown;
        }
        CompletableFuture<List<BatchResult>> made = answer.get();
        batches.add(requests);
        answers.add(made);
        listeners.add(listener);
        return made;
    }

    @Override
    public int partition(Demand demand) {
        return Integer.parseInt(demand.key());
    }

    @Override
    public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
        givenBack.add(settlements.stream().map(Settlement::reservation).toList());
        return returned.thenApply(done -> Collections.nCopies(settlements.size(), 1.0));
    }
}
