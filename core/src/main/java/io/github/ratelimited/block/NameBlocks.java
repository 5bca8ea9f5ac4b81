package io.github.ratelimited.block;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** Blocks of whole limiters by their names. Safe for use by many threads; no method blocks its thread. */
public interface NameBlocks {

    /**
     * {@return whether there has been any block, of a name or a key: before that none is looked up. Whoever learns of
     * one sets it}
     */
    AtomicBoolean any();

    /** {@return microseconds that are left of a block as far as this process knows, 0 for none} */
    long left(String name);

    /**
     * Blocks a limiter for a while, or lifts its block.
     *
     * @param duration how long, up to 100 years; a block that lasts longer stays as it is. Zero lifts the block
     * @return complete when in force here
     */
    CompletionStage<Void> block(String name, Duration duration);
}
