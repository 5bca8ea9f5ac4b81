package io.github.ratelimited.block;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a limiter blocks a key that it refuses because permits are lacking. Asked at each refusal, on any thread. */
@FunctionalInterface
public interface BlockRules {

    /** Blocks no one. */
    BlockRules NONE = limiter -> null;

    /**
     * The length of a block that follows a refusal.
     *
     * @param limiter name of the limiter
     * @return the length, {@code null} where none follows
     */
    @Nullable
    Duration blockFor(String limiter);
}
