package io.github.ratelimited.block;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Blocks of whole limiters by their names. Safe for use by many threads; no method blocks its thread. */
public interface NameBlocks {

    /**
     * What is left of a block as far as this process knows.
     *
     * @param name name of the limiter
     * @return microseconds, 0 for none
     */
    long left(String name);

    /**
     * Blocks a limiter for a while, or lifts its block.
     *
     * @param name name of the limiter
     * @param duration how long, up to 100 years; a block that lasts longer stays as it is. Zero lifts the block
     * @return complete when in force here
     */
    CompletionStage<Void> block(String name, Duration duration);
}
