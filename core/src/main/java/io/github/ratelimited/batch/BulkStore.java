package io.github.ratelimited.batch;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A store that decides several requests in one go, as one script does. {@link BatchingStore} makes the batches; a store that
 * wants to see how each script ends, and not each caller, wraps this. Implementations are safe for use by many threads.
 */
public interface BulkStore extends LimiterStore {

    /** What {@link #settleAll(List)} returns for a settlement of which certainly nothing was done. */
    double NOT_COUNTED = -1;

    /**
     * Decides requests in their order, each by itself: after one is rejected another may be granted. Nothing is decided
     * when the last {@link Acquisition#deadline()} has passed before the store gets to the batch.
     *
     * @param partition {@linkplain #partition(Demand) partition} of all requests
     * @param requests at least one
     * @param listener may be told of the batch before the stage completes
     * @return what became of each request. Completes when the store has answered or certainly will not, however late
     *     that is, because only then it is known what was granted; fails when nothing was decided
     */
    CompletionStage<List<BatchResult>> acquireAll(int partition, List<Acquisition> requests, BatchListener listener);

    /**
     * Decides requests whose answers may wait until the store is free for others.
     *
     * @param requests at least one; all of one partition
     * @return as above
     */
    default CompletionStage<List<BatchResult>> acquireAll(List<Acquisition> requests) {
        return acquireAll(partition(requests.get(0).demands().get(0)), requests, outcomes -> {});
    }

    /**
     * Counts what calls really used, like {@link #settle(List)}.
     *
     * @param settlements at least one; those of one partition travel together
     * @return for each how many permits went back or were counted, {@link #NOT_COUNTED} where certainly none were, so that
     *     it may be sent again, and {@link Double#NaN} where that is not known; may fail where it is not known of any
     */
    CompletionStage<List<Double>> settleAll(List<Settlement> settlements);

    @Override
    default CompletionStage<Double> settle(List<Settlement> settlements) {
        return settleAll(settlements)
                .thenApply(each -> each.stream()
                        .mapToDouble(permits -> Math.max(0, permits))
                        .sum());
    }

    /**
     * {@return the number of the partition of a demand: requests whose first demands are of one travel together or
     * follow each other}
     */
    int partition(Demand demand);

    /**
     * {@return whether a failure is about a single request, so that others need not be kept from the store}
     *
     * @param failure of an {@link BatchResult}
     */
    default boolean isWell(RateLimiterUnavailableException failure) {
        return false;
    }

    /** Decides a request that is alone, without an end of its own at the deadline. */
    @Override
    default void acquire(Acquisition acquisition, GrantCallback callback) {
        acquireAll(List.of(acquisition))
                .thenCompose(outcomes -> outcomes.get(0).toStage())
                .whenComplete((grant, failure) -> GrantCallback.answer(callback, grant, failure));
    }
}
