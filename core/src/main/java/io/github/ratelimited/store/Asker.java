package io.github.ratelimited.store;

import org.jspecify.annotations.Nullable;

/**
 * Whoever has asked a {@link LimiterStore} for permits. Told by a callback, because a stage for each store on the way
 * costs more than what the stores do.
 */
@FunctionalInterface
public interface Asker {

    /**
     * Tells what was decided; the call returns soon and does not block. If it throws, it may be called once more, with
     * what it has thrown, so that nobody is left without an answer.
     *
     * @param grant the answer, or {@code null} when there is none
     * @param failure why there is none, or {@code null} when there is an answer
     */
    void answered(@Nullable Grant grant, @Nullable Throwable failure);
}
