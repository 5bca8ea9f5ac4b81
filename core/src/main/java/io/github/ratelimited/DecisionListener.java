package io.github.ratelimited;

/**
 * Is notified of each decision about an annotated method, of each limiter by itself where it has several, before the method runs or is refused: on the caller's thread, or,
 * when the method is asynchronous and had to wait, on the thread that the decision came on. Where a reactive method is
 * subscribed to with a listener in the Reactor context, under this class, that one is notified too.
 * Implementations must be safe for use by many threads and must not block. What they throw changes nothing
 * and is logged, once for each listener.
 */
@FunctionalInterface
public interface DecisionListener {

    /**
     * Called once for each decision.
     *
     * @param decision what was decided
     */
    void onDecision(Decision decision);

    /**
     * The listener for one call of an asynchronous method, asked for on the caller's thread before anything is decided.
     * What is bound to that thread, such as an HTTP request, may be out of reach when the decision comes.
     *
     * @return this, unless implemented otherwise
     */
    default DecisionListener onCall() {
        return this;
    }
}
