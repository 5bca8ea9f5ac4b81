package io.github.ratelimited.store;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request for permits, and who is told of the answer.
 *
 * @param acquisition what is asked for
 * @param callback is told what was decided
 */
public record StoreRequest(Acquisition acquisition, GrantCallback callback) {

    /**
     * Makes the same request, of whose answer another callback is told first.
     *
     * @param request makes the request
     * @param callback makes the callback, which tells that of the request
     * @return makes the request for a store that is wrapped
     */
    public static Supplier<StoreRequest> telling(
            Supplier<StoreRequest> request, Function<StoreRequest, GrantCallback> callback) {
        return () -> {
            StoreRequest made = request.get();
            return new StoreRequest(made.acquisition, callback.apply(made));
        };
    }
}
