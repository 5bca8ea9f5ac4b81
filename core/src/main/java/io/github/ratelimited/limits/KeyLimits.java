package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Limits that are set at run time for single keys. Safe for use by many threads; no method blocks. */
public interface KeyLimits extends AutoCloseable {

    /** Most limits of single keys at once. */
    int MOST = 200_000;

    /** {@return what this process knows of them, the same at any time} */
    KeyLimitTable table();

    /** {@return the limit of one key, or {@code null} for none} */
    CompletionStage<@Nullable AppliedLimit> load(LimiterKey limiterKey);

    /**
     * Sets the limit of a key for all processes.
     *
     * @param validFor how long, {@code null} until it is taken back
     * @param replaces whether it is set where the key has one
     * @return whether it was set; fails with {@link IllegalStateException} where there are {@link #MOST}
     */
    CompletionStage<Boolean> set(LimiterKey limiterKey, RateLimit limit, @Nullable Duration validFor, boolean replaces);

    /** Takes back what was set for a key. */
    CompletionStage<Void> clear(LimiterKey limiterKey);

    @Override
    default void close() {}

    /** The failure of a limit that is one too many. */
    static IllegalStateException full(LimiterKey limiterKey) {
        return new IllegalStateException("The limit of a key of '" + limiterKey.limiter() + "' is not set: there are "
                + MOST + " limits of single keys, and no more fit. Remove some, or use plans or a LimitSource");
    }
}
