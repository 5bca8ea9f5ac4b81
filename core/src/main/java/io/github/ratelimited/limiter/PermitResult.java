package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Grant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets of a decision.
 *
 * @param <T> its type
 */
interface PermitResult<T> {

    /**
     * Makes it.
     *
     * @param grant what the store said
     * @param decisions its decisions, the decisive one first
     */
    T of(Grant grant, List<Decision> decisions);

    /** Whether what is granted will be settled or given back, so that the store itself has to count it. */
    default boolean isSettled() {
        return false;
    }

    /** What was made does not reach the caller, who has gone; the permits go back. */
    default void lost(T value) {}

    /** What the caller's stage fails with when it is rejected, {@code null} where a rejection is a result like others. */
    default @Nullable RuntimeException rejection(List<Decision> decisions) {
        return null;
    }
}
