package io.github.ratelimited;

/**
 * Hears each decision about an annotated method, before the method runs or the call is rejected. A call with several
 * limits has a decision for each. Register one as a bean; reactive methods also notify a listener in the Reactor context,
 * under this class as its key.
 *
 * <p>It is called on the caller's thread or, if an asynchronous method had to wait, on the thread on which the decision
 * arrived. Implementations must be safe for use by many threads and must not block. An exception that they throw changes
 * no decision, and is logged once for each listener.
 */
@FunctionalInterface
public interface DecisionListener {

    /**
     * Called once for each decision.
     *
     * @param decision the decision
     */
    void onDecision(Decision decision);

    /**
     * The listener for one call of an asynchronous method. It is asked for on the caller's thread, before the decision.
     * Override it if the listener needs what is bound to that thread, such as an HTTP request.
     *
     * @return this, unless implemented otherwise
     */
    default DecisionListener onCall() {
        return this;
    }
}
