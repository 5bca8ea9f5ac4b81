package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides about permits and keeps what is used. No method blocks; callbacks are told of and stages fail with
 * {@link io.github.ratelimited.RateLimiterUnavailableException} when the store cannot answer. Implementations are safe
 * for use by many threads. Behaviour is added by wrapping a store in another.
 */
public interface LimiterStore {

    /**
     * Takes the permits of all demands or of none. A single demand may be reserved up to
     * {@link Acquisition#maxWait()} ahead; several demands are granted now or refused.
     *
     * @param acquisition what is asked for
     * @param callback is told what was decided, during this call or later on another thread; not told of what this call
     *     throws
     */
    void acquire(Acquisition acquisition, GrantCallback callback);

    /**
     * The same for those who go on when the answer is there.
     *
     * @param acquisition what is asked for
     * @return what was decided
     */
    default CompletionStage<Grant> acquire(Acquisition acquisition) {
        return GrantCallback.stage(callback -> acquire(acquisition, callback));
    }

    /**
     * Decides about a single demand of a caller that does not wait, where that needs nobody else: no I/O and no other
     * thread.
     *
     * @param demand what is asked for; taken when the decision allows it
     * @param memo for notes about the limiter and key, always the same for them or a new one
     * @return the decision, or {@code null} when {@link #acquire(Acquisition, GrantCallback)} has to be asked
     */
    default @Nullable Decision decideNow(Demand demand, UsageMemo memo) {
        return null;
    }

    /**
     * Gives granted permits back as far as that lets nobody through too early. Done at most once and never resent.
     *
     * @param reservations those of one or more grants of this store, given back in this order
     * @return complete when done or given up
     */
    CompletionStage<Void> giveBack(List<Reservation> reservations);

    /**
     * Reads how much of a limit is used. Changes nothing.
     *
     * @param demand limiter, key and limit; its permits do not matter
     * @return the use
     */
    CompletionStage<Usage> usage(Demand demand);

    /**
     * Takes used permits off, the oldest first.
     *
     * @param demand limiter, key, limit and the permits to take off
     * @return complete when done
     */
    CompletionStage<Void> release(Demand demand);

    /**
     * Forgets all use of a limiter and key.
     *
     * @param demand limiter, key and limit; its permits do not matter
     * @return complete when done
     */
    CompletionStage<Void> reset(Demand demand);
}
