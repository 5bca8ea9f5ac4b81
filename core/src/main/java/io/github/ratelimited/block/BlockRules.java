package io.github.ratelimited.block;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a limiter blocks a key after a call was rejected for want of permits. Called at each rejection, on any thread. */
@FunctionalInterface
public interface BlockRules {

    /** Blocks no key. */
    BlockRules NONE = limiter -> null;

    /**
     * {@return how long a block lasts that follows a rejection, positive and at most 100 years; {@code null} where none
     * follows}
     *
     * @param limiter name of the limiter
     */
    @Nullable
    Duration blockFor(String limiter);
}
