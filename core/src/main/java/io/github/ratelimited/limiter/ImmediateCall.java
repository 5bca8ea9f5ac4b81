package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for no permits, and for an answer only where the store has to ask others. Until then it costs nothing
 * that a waiting call needs.
 *
 * @param <T> type of the result
 */
final class ImmediateCall<T> implements Supplier<StoreRequest> {

    private final WaitRegistry waits;
    private final Demand demand;
    private final Executor executor;
    private final BiFunction<Grant, List<Decision>, T> result;
    private final Runnable beforeAsking;
    private @Nullable PermitWait<T> answer;

    /**
     * Makes a call.
     *
     * @param executor where the answer completes unless it is there at once
     * @param result makes the result of the decision
     * @param beforeAsking keeps the store from asking others when it throws
     */
    ImmediateCall(
            WaitRegistry waits,
            Demand demand,
            Executor executor,
            BiFunction<Grant, List<Decision>, T> result,
            Runnable beforeAsking) {
        this.waits = waits;
        this.demand = demand;
        this.executor = executor;
        this.result = result;
        this.beforeAsking = beforeAsking;
    }

    @Override
    public StoreRequest get() {
        beforeAsking.run();
        PermitWait<T> wait = new PermitWait<>(waits, Duration.ZERO, executor, result);
        wait.beginAsking();
        answer = wait;
        return wait.begin(demand);
    }

    /** {@return the result, once the store has been asked} */
    PermitWait<T> answer() {
        PermitWait<T> wait = Objects.requireNonNull(answer);
        wait.endAsking();
        return wait;
    }
}
