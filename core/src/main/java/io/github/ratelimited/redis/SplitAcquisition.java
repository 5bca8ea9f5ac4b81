package io.github.ratelimited.redis;

import io.github.ratelimited.RateType;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A request that no store can decide as a whole, because its demands are of different types or in different slots of a cluster.
 * Its parts are taken in the order of their first demands, and given back when a later one rejects the request; meanwhile others
 * may see them taken. Used once.
 */
final class SplitAcquisition {

    private final List<List<Demand>> parts;
    private final Deadline deadline;
    private final LimiterStore store;
    private final List<Grant> taken = new ArrayList<>();

    private record Part(RateType type, String key) {}

    /**
     * Prepares a request.
     *
     * @param parts demands that can be decided together each
     * @param store decides each part
     */
    SplitAcquisition(List<List<Demand>> parts, Deadline deadline, LimiterStore store) {
        this.parts = parts;
        this.deadline = deadline;
        this.store = store;
    }

    /**
     * {@return the demands of a request that can be decided together each}
     *
     * @param keysApart whether the shared store can only decide demands with equal keys together
     */
    static List<List<Demand>> parts(List<Demand> demands, boolean keysApart) {
        Map<Part, List<Demand>> parts = new LinkedHashMap<>();
        for (Demand demand : demands) {
            RateType type = demand.limit().type();
            Part part = new Part(type, keysApart && type == RateType.OVERALL ? demand.key() : "");
            parts.computeIfAbsent(part, added -> new ArrayList<>()).add(demand);
        }
        return List.copyOf(parts.values());
    }

    /** {@return all parts together, or the one that rejected the request} */
    CompletionStage<Grant> take() {
        if (taken.size() == parts.size()) {
            return CompletableFuture.completedFuture(Grant.together(taken));
        }
        return store.acquire(new Acquisition(parts.get(taken.size()), Duration.ZERO, deadline))
                .handle((grant, failure) -> {
                    if (failure != null) {
                        taken.forEach(earlier -> store.giveBack(earlier.reservations()));
                        return CompletableFuture.<Grant>failedFuture(failure);
                    }
                    if (grant.allowed()) {
                        taken.add(grant);
                        return take();
                    }
                    return giveBack().thenApply(done -> grant);
                })
                .thenCompose(next -> next);
    }

    /** A caller that is rejected finds what was taken for it back in its place, unless that takes too long. */
    private CompletableFuture<Void> giveBack() {
        List<CompletableFuture<Double>> back = taken.stream()
                .map(earlier -> store.giveBack(earlier.reservations()).toCompletableFuture())
                .toList();
        return Deadlines.all(deadline.nanosLeft(), back);
    }
}
