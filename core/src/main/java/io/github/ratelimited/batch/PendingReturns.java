package io.github.ratelimited.batch;

import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Reservation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Permits on their way back to a store, which other connections than those of requests may carry. Safe for use by many
 * threads.
 */
final class PendingReturns {

    private final Map<LimiterKey, CompletableFuture<?>> onTheWay = new ConcurrentHashMap<>();

    void add(List<Reservation> reservations, CompletionStage<Void> returned) {
        CompletableFuture<?> done =
                returned.handle((nothing, failure) -> nothing).toCompletableFuture();
        if (!done.isDone()) {
            reservations.stream()
                    .map(reservation -> reservation.demand().limiterKey())
                    .distinct()
                    .forEach(limiterKey -> add(limiterKey, done));
        }
    }

    private void add(LimiterKey limiterKey, CompletableFuture<?> done) {
        CompletableFuture<?> all = onTheWay.merge(limiterKey, done, CompletableFuture::allOf);
        all.whenComplete((nothing, failure) -> onTheWay.remove(limiterKey, all));
    }

    /** {@return what is done when all that goes back to these by now is there or given up; none when nothing does} */
    @Nullable
    CompletableFuture<?> to(List<Demand> demands) {
        if (onTheWay.isEmpty()) {
            return null;
        }
        CompletableFuture<?>[] returns = demands.stream()
                .map(demand -> onTheWay.get(demand.limiterKey()))
                .filter(returned -> returned != null)
                .toArray(CompletableFuture[]::new);
        return returns.length == 0 ? null : CompletableFuture.allOf(returns);
    }
}
