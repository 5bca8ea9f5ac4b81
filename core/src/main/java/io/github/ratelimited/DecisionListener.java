package io.github.ratelimited;

/**
 * Is told of each decision about an annotated method before the method runs or is refused: on the caller's thread, or,
 * when the method is asynchronous and had to wait, on the thread that the decision came on. Where a reactive method is
 * subscribed to with a listener in the Reactor context, under this class, that one is told too.
 * Implementations must be safe for use by many threads and must not block.
 */
@FunctionalInterface
public interface DecisionListener {

    /**
     * Called once for each decision.
     *
     * @param decision what was decided
     */
    void onDecision(Decision decision);
}
