package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.UsageMemo;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes permits and gives them back; a {@link UsageStore} stands beside it for what else is done with their use. No method
 * blocks. A store that cannot answer fails callbacks and stages with
 * {@link io.github.ratelimited.RateLimiterUnavailableException}. Implementations are safe for use by many threads. Behaviour
 * is added by wrapping a store in another.
 */
public interface LimiterStore {

    /**
     * Takes the permits of all demands or of none. A single demand may be reserved up to
     * {@link Acquisition#maxWait()} ahead; several demands are granted now or rejected.
     *
     * @param callback is called with what was decided, during this call or later on another thread; not with what this call
     *     throws
     */
    void acquire(Acquisition acquisition, GrantCallback callback);

    /** {@return the decision, for callers that go on when it arrives} */
    default CompletionStage<Grant> acquire(Acquisition acquisition) {
        return GrantCallback.stage(callback -> acquire(acquisition, callback));
    }

    /**
     * Takes the permits of a single demand now or not at all. A store that needs no I/O and no other
     * thread for it returns its decision at once.
     *
     * @param demand what is asked for; taken when the decision allows it
     * @param memo remembers the state of the limiter and key, always the same for them or a new one
     * @param request makes the request where others are needed; called at most once, and what it throws is thrown
     * @return the decision, or {@code null} when the callback of the request is called
     */
    default @Nullable Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        StoreRequest made = request.get();
        try {
            acquire(made.acquisition(), made.callback());
        } catch (RuntimeException | Error ex) {
            made.callback().answered(null, ex);
            throw ex;
        }
        return null;
    }

    /**
     * Counts what calls really used: gives back what they did not use, as far as that lets no one through too early, and
     * counts what they used beyond it, whether it is available or not. Done at most once: what may have been
     * done is never sent again.
     *
     * @param settlements of grants of this store, settled in this order
     * @return how many permits went back or were counted, in all; fails where it is not known whether that was done
     */
    CompletionStage<Double> settle(List<Settlement> settlements);

    /**
     * Gives granted permits back as far as that lets no one through too early.
     *
     * @param reservations those of one or more grants of this store, given back in this order
     */
    default CompletionStage<Double> giveBack(List<Reservation> reservations) {
        return settle(Settlement.unused(reservations));
    }
}
