package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Which limit is in force for which name: what an operator has set for all processes, else what this process declares,
 * else what another process has declared. Safe for use by many threads; no method blocks.
 */
public interface LimitRegistry extends AutoCloseable {

    /**
     * {@return whether limits are kept, and permits counted, by another process, so that answers have to be waited
     * for}
     */
    default boolean isRemote() {
        return false;
    }

    /** {@return whether nothing is limited, whatever limits are asked for} */
    default boolean isOpen() {
        return false;
    }

    /** {@return whether a name that is not found had no limit when this process last looked, rather than never having looked} */
    default boolean isRead() {
        return true;
    }

    /**
     * {@return the limit in force as far as this process knows, {@code null} when {@link #load(String)} has to ask
     * for it}
     */
    @Nullable
    AppliedLimit find(String name);

    /**
     * {@return the number of changes of limits, of names and of single keys: what was found stays in force until it
     * goes up}
     */
    default AtomicLong changes() {
        return keys().changes();
    }

    /** {@return the limit that this process declares, whatever was set at run time, {@code null} for none} */
    @Nullable
    RateLimit declared(String name);

    /** {@return what this process knows of the limits that were set at run time for single keys, the same at any time} */
    KeyLimitTable keys();

    /** {@return the limit in force; fails with {@link IllegalStateException} when there is none} */
    CompletionStage<AppliedLimit> load(String name);

    /** Declares the limit that this process wants. */
    void declare(String name, RateLimit limit);

    /**
     * Sets the limit for all processes.
     *
     * @param replaces whether it is set where there is one
     * @return whether it was set
     */
    CompletionStage<Boolean> set(String name, RateLimit limit, boolean replaces);

    /** Takes back what was set for all processes. */
    CompletionStage<Void> clear(String name);

    /** {@return whether the limit in force was set for all processes, false when it is declared, or not known} */
    boolean isSet(String name);

    /** {@return the limit that was set for a key, or {@code null} for none} */
    CompletionStage<@Nullable AppliedLimit> load(LimiterKey limiterKey);

    /**
     * Sets the limit of a key for all processes.
     *
     * @param validFor how long, {@code null} until it is taken back
     * @param replaces whether it is set where the key has one
     * @return whether it was set; fails with {@link IllegalStateException} where there are {@link KeyLimitTable#MOST}
     */
    CompletionStage<Boolean> set(LimiterKey limiterKey, RateLimit limit, @Nullable Duration validFor, boolean replaces);

    /** Takes back what was set for a key. */
    CompletionStage<Void> clear(LimiterKey limiterKey);

    /** {@return the names with a limit, as far as this process knows, sorted} */
    Set<String> names();

    @Override
    void close();
}
