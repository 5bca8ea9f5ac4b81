package io.github.ratelimited.redis;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateType;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends each demand where it is decided: {@code PER_CLIENT} to the store of this process, the others to the shared one. A
 * request that no store can decide as a whole becomes a {@link SplitAcquisition}.
 */
public final class RoutingStore implements LimiterStore {

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
        List<List<Demand>> parts =
                demands.size() == 1 ? List.of(demands) : SplitAcquisition.parts(demands, keysApart.getAsBoolean());
        if (parts.size() == 1) {
            storeOf(demands.get(0)).acquire(acquisition, callback);
        } else {
            new SplitAcquisition(parts, acquisition.deadline(), this)
                    .take()
                    .whenComplete((grant, failure) -> GrantCallback.answer(callback, grant, failure));
        }
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
