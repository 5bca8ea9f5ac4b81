package io.github.ratelimited.block;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a limiter blocks a key that it refuses because permits are lacking. Asked at each refusal, on any thread. */
@FunctionalInterface
public interface BlockRules {

    /** Blocks no one. */
    BlockRules NONE = limiter -> null;

    /**
     * {@return how long a block lasts that follows a refusal, {@code null} where none follows}
     *
     * @param limiter name of the limiter
     */
    @Nullable
    Duration blockFor(String limiter);
}
