package io.github.ratelimited.batch;

import java.util.List;

/** Is told of a batch before its stage completes. */
@FunctionalInterface
public interface BatchListener {

    /**
     * Receives the results while the connection is not free yet for the next batch; once at most, on a thread of the store,
     * and not when a request has failed. What it throws is ignored.
     *
     * @param results of each request
     */
    void early(List<BatchResult> results);

    /**
     * Called when the answer is late and need not be waited for any more: a later request has an answer, so this one is most
     * likely lost, as with a connection that was closed; or nothing is sent at present. The stage still completes when the
     * answer comes after all. May be called more than once, on any thread.
     */
    default void lost() {}
}
