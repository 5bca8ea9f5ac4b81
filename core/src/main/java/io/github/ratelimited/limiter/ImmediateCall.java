package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.StoreRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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
    private final StoreRateLimiter limiter;
    private final Executor executor;
    private final PermitResult<T> result;
    private @Nullable Answer<T> answer;

    /**
     * Makes a call.
     *
     * @param limiter is asked
     * @param executor where the answer completes unless it is available at once; {@link AnswerDelivery#DIRECT} for a caller that
     *     sleeps until then
     */
    ImmediateCall(
            WaitRegistry waits, Demand demand, StoreRateLimiter limiter, Executor executor, PermitResult<T> result) {
        this.waits = waits;
        this.demand = demand;
        this.limiter = limiter;
        this.executor = executor;
        this.result = result;
    }

    /** Asks the store; returns the decision, or {@code null} when the answer has it. */
    @Nullable
    Decision decide() {
        Decision decision = waits.settings.store().acquireNow(demand, limiter, this);
        return decision == null ? null : waits.observe(demand, decision, true);
    }

    /** The store has to ask others, which no thread may that could not wait for them. */
    @Override
    public StoreRequest get() {
        if (executor == AnswerDelivery.DIRECT) {
            AnswerDelivery.requireMayWait(waits.remote, limiter);
        }
        Answer<T> made = new Answer<>(waits, executor, result);
        made.beginAsking();
        answer = made;
        return new StoreRequest(new Acquisition(List.of(demand), Duration.ZERO, waits.deadline(made)), made);
    }

    /** {@return the result, once the store has been asked} */
    CompletableFuture<T> answer() {
        Answer<T> made = Objects.requireNonNull(answer);
        made.endAsking();
        return made;
    }

    /** Sleeps until the answer has arrived. */
    T await() {
        CompletableFuture<T> there = answer();
        waits.spin.spinFor(there);
        return AnswerDelivery.join(there, limiter);
    }

    /** The answer of a store that has to ask others. */
    private static final class Answer<T> extends CancellableCall<T> implements GrantCallback {

        Answer(WaitRegistry waits, Executor executor, PermitResult<T> result) {
            super(waits, executor, result);
        }

        @Override
        public void answered(@Nullable Grant grant, @Nullable Throwable failure) {
            if (grant == null) {
                attempt(() -> fail(failure));
                return;
            }
            keep(grant);
            attempt(() -> runForCaller(() -> decide(grant, grant.decisive(), true)));
        }
    }
}
