package io.github.ratelimited.store;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request for permits, and the callback for its answer.
 *
 * @param acquisition what is asked for
 * @param callback is called with what was decided
 */
public record StoreRequest(Acquisition acquisition, GrantCallback callback) {

    /**
     * Makes the same request, whose answer goes to another callback first.
     *
     * @param callback makes the callback, which calls that of the request
     * @return makes the request for a store that is wrapped
     */
    public static Supplier<StoreRequest> answering(
            Supplier<StoreRequest> request, Function<StoreRequest, GrantCallback> callback) {
        return () -> {
            StoreRequest made = request.get();
            return new StoreRequest(made.acquisition, callback.apply(made));
        };
    }
}
