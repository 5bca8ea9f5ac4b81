package io.github.ratelimited.metrics;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Times how long requests for permits take to be answered, apart from answers that are available at once because no other
 * process was asked: a clock for those would cost more than they do.
 */
final class MeteredStore implements LimiterStore {

    /** No other process answers sooner. One that answers while the caller is held up is available at once, too. */
    private static final long QUICKEST = 5_000;

    private final LimiterStore store;
    private final Collaborator<Timer> granted;
    private final Collaborator<Timer> rejected;
    private final Collaborator<Timer> failed;

    MeteredStore(LimiterStore store, MeterRegistry registry, String name) {
        this.store = store;
        this.granted = timer(registry, name, "granted");
        this.rejected = timer(registry, name, "denied");
        this.failed = timer(registry, name, "failed");
    }

    private static Collaborator<Timer> timer(MeterRegistry registry, String store, String outcome) {
        return new Collaborator<>(Timer.builder("ratelimited.store")
                .description("Time until the store has answered a request for permits")
                .tag("store", store)
                .tag("outcome", outcome)
                .register(registry));
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        store.acquire(acquisition, timing(callback));
    }

    @Override
    public @Nullable Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        return store.acquireNow(demand, memo, StoreRequest.answering(request, made -> timing(made.callback())));
    }

    private GrantCallback timing(GrantCallback callback) {
        long start = System.nanoTime();
        return (grant, failure) -> {
            long took = System.nanoTime() - start;
            Collaborator<Timer> timer = timer(grant);
            if (timer == failed || took >= QUICKEST) {
                timer.call(meter -> meter.record(took, TimeUnit.NANOSECONDS));
            }
            callback.answered(grant, failure);
        };
    }

    /** What a failure policy has decided the store has not answered. */
    private Collaborator<Timer> timer(@Nullable Grant grant) {
        if (grant == null || grant.decisions().stream().anyMatch(decision -> decision.basis() != Basis.STORE)) {
            return failed;
        }
        return grant.allowed() ? granted : rejected;
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return store.settle(settlements);
    }
}
