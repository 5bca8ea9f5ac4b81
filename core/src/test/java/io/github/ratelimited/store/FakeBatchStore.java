package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store whose answers to batches the test gives. The key of a request is the number of its lane. */
final class FakeBatchStore implements BatchStore {

    static final RateLimit LIMIT = RateLimit.of(10_000, Duration.ofSeconds(1));

    final List<List<Acquisition>> batches = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<List<Outcome>>> answers = new CopyOnWriteArrayList<>();

    /** What can be told of a batch before its answer, by its number from 0. */
    final List<Consumer<List<Outcome>>> early = new CopyOnWriteArrayList<>();

    @Nullable
    volatile Error error;

    final List<Ticket> givenBack = new CopyOnWriteArrayList<>();

    /** What giving back answers. */
    volatile CompletableFuture<Void> returned = CompletableFuture.completedFuture(null);

    static Acquisition request(long permits, int lane, Deadline deadline) {
        Demand demand = new Demand("api", String.valueOf(lane), LIMIT, permits);
        return new Acquisition(List.of(demand), Duration.ZERO, deadline);
    }

    static Grant grant(Acquisition request) {
        Demand demand = request.demands().get(0);
        Decision decision =
                new Decision("api", LIMIT, true, Duration.ZERO, 1, Duration.ZERO, Duration.ZERO, Basis.STORE);
        return new Grant(List.of(demand), List.of(decision), new Ticket(List.of(new Booking(demand, 1, Basis.STORE))));
    }

    static List<Outcome> grants(List<Acquisition> requests) {
        return requests.stream()
                .map(request -> new Outcome(grant(request), null))
                .toList();
    }

    /** Grants everything that a batch asks for, by its number from 0. */
    void grantsAll(int batch) {
        answers.get(batch).complete(grants(batches.get(batch)));
    }

    /** How many permits each request of a batch asks for. */
    List<Long> permits(int batch) {
        return batches.get(batch).stream()
                .map(request -> request.demands().get(0).permits())
                .toList();
    }

    @Override
    public CompletionStage<List<Outcome>> acquireAll(List<Acquisition> requests, Consumer<List<Outcome>> toTell) {
        Error thrown = error;
        if (thrown != null) {
            throw thrown;
        }
        CompletableFuture<List<Outcome>> answer = new CompletableFuture<>();
        batches.add(requests);
        answers.add(answer);
        early.add(toTell);
        return answer;
    }

    @Override
    public int lane(Acquisition request) {
        return Integer.parseInt(request.demands().get(0).key());
    }

    @Override
    public CompletionStage<Void> giveBack(Ticket ticket) {
        givenBack.add(ticket);
        return returned;
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return CompletableFuture.completedFuture(new Usage(0, Duration.ZERO));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }
}
