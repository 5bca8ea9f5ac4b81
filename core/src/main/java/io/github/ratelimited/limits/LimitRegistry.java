package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
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
     * Whether limits are kept, and permits counted, by another process, so that answers have to be waited for.
     *
     * @return false unless said
     */
    default boolean isRemote() {
        return false;
    }

    /**
     * Whether nothing is limited, whatever limits are asked for.
     *
     * @return false unless said
     */
    default boolean isOpen() {
        return false;
    }

    /**
     * The limit in force as far as this process knows.
     *
     * @param name name of the limiter
     * @return the limit, or {@code null} when it has to be asked for with {@link #load(String)}
     */
    @Nullable
    AppliedLimit find(String name);

    /**
     * Counts the changes of limits, of names and of single keys: what was found stays in force until it goes up.
     *
     * @return the same at any time
     */
    default AtomicLong changes() {
        return keys().table().changes();
    }

    /**
     * The limit that this process declares, whatever was set at run time.
     *
     * @param name name of the limiter
     * @return the limit, or {@code null} for none
     */
    @Nullable
    RateLimit declared(String name);

    /**
     * The limits that were set at run time for single keys.
     *
     * @return the same at any time
     */
    KeyLimits keys();

    /**
     * Asks for the limit in force.
     *
     * @param name name of the limiter
     * @return the limit; fails with {@link IllegalStateException} when there is none
     */
    CompletionStage<AppliedLimit> load(String name);

    /**
     * Declares the limit that this process wants.
     *
     * @param name name of the limiter
     * @param limit the limit
     */
    void declare(String name, RateLimit limit);

    /**
     * Sets the limit for all processes unless there is one.
     *
     * @param name name of the limiter
     * @param limit the limit
     * @return whether it was set
     */
    CompletionStage<Boolean> trySet(String name, RateLimit limit);

    /**
     * Sets the limit for all processes.
     *
     * @param name name of the limiter
     * @param limit the limit
     * @return complete when set
     */
    CompletionStage<Void> set(String name, RateLimit limit);

    /**
     * Takes back what was set for all processes.
     *
     * @param name name of the limiter
     * @return complete when done
     */
    CompletionStage<Void> clear(String name);

    /**
     * Whether the limit in force was set for all processes.
     *
     * @param name name of the limiter
     * @return false when it is declared, or not known
     */
    boolean isSet(String name);

    /**
     * Names with a limit, as far as this process knows.
     *
     * @return a snapshot, sorted
     */
    Set<String> names();

    @Override
    void close();
}
