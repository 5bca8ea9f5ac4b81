package io.github.ratelimited;

/**
 * Is told of each decision about an annotated method, on the caller's thread, before the method runs or is refused.
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
