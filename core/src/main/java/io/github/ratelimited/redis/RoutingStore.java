package io.github.ratelimited.redis;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateType;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends each demand where it is decided: {@code PER_CLIENT} to the store of this process, the others to the shared one.
 * Demands of one request that no store can decide together are taken in the order of their first, and given back when a
 * later part rejects the request; meanwhile others may see them taken.
 */
public final class RoutingStore implements LimiterStore {

    private record Part(RateType type, String key) {}

    private final LimiterStore shared;
    private final LimiterStore local;
    private final BooleanSupplier keysApart;

    /**
     * Makes a store of two.
     *
     * @param shared for limits of type {@code OVERALL}
     * @param local for limits of type {@code PER_CLIENT}
     * @param keysApart whether the shared store can only decide demands with equal keys together
     */
    public RoutingStore(LimiterStore shared, LimiterStore local, BooleanSupplier keysApart) {
        this.shared = shared;
        this.local = local;
        this.keysApart = keysApart;
    }

    private LimiterStore storeOf(Demand demand) {
        return demand.limit().type() == RateType.PER_CLIENT ? local : shared;
    }

    @Override
    public @Nullable Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        return storeOf(demand).acquireNow(demand, memo, request);
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        List<Demand> demands = acquisition.demands();
        List<List<Demand>> parts = demands.size() == 1 ? List.of(demands) : parts(demands);
        if (parts.size() == 1) {
            storeOf(demands.get(0)).acquire(acquisition, callback);
        } else {
            take(parts, acquisition, new ArrayList<>())
                    .thenApply(grants -> grants.size() == 1 ? grants.get(0) : Grant.together(grants))
                    .whenComplete((grant, failure) -> GrantCallback.answer(callback, grant, failure));
        }
    }

    private List<List<Demand>> parts(List<Demand> demands) {
        boolean apart = keysApart.getAsBoolean();
        Map<Part, List<Demand>> parts = new LinkedHashMap<>();
        for (Demand demand : demands) {
            RateType type = demand.limit().type();
            Part part = new Part(type, apart && type == RateType.OVERALL ? demand.key() : "");
            parts.computeIfAbsent(part, p -> new ArrayList<>()).add(demand);
        }
        return List.copyOf(parts.values());
    }

    /** Takes part after part; the result is all of them or the one that rejected it. */
    private CompletionStage<List<Grant>> take(List<List<Demand>> parts, Acquisition whole, List<Grant> taken) {
        if (taken.size() == parts.size()) {
            return CompletableFuture.completedFuture(taken);
        }
        List<Demand> part = parts.get(taken.size());
        return storeOf(part.get(0))
                .acquire(new Acquisition(part, Duration.ZERO, whole.deadline()))
                .handle((grant, failure) -> {
                    if (failure != null) {
                        taken.forEach(earlier -> giveBack(earlier.reservations()));
                        return CompletableFuture.<List<Grant>>failedFuture(failure);
                    }
                    if (grant.allowed()) {
                        taken.add(grant);
                        return take(parts, whole, taken);
                    }
                    return giveBack(taken, whole.deadline()).thenApply(done -> List.of(grant));
                })
                .thenCompose(next -> next);
    }

    /** A caller that is rejected finds what was taken for it back in its place, unless that takes too long. */
    private CompletableFuture<Void> giveBack(List<Grant> taken, Deadline deadline) {
        List<CompletableFuture<Double>> back = taken.stream()
                .map(earlier -> giveBack(earlier.reservations()).toCompletableFuture())
                .toList();
        return Deadlines.all(deadline.nanosLeft(), back);
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        if (settlements.size() == 1) {
            return storeOf(settlements.get(0).demand()).settle(settlements);
        }
        List<Settlement> ofLocal = new ArrayList<>();
        List<Settlement> ofShared = new ArrayList<>();
        settlements.forEach(settlement -> (storeOf(settlement.demand()) == local ? ofLocal : ofShared).add(settlement));
        return local.settle(ofLocal).thenCombine(shared.settle(ofShared), Double::sum);
    }
}
