package io.github.ratelimited;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Returns the limits of single keys that your application knows, such as those of contracts in a database. Only limiters
 * with {@code ratelimited.limiters.<name>.limit-source=true} ask it, because attackers can choose keys. Answers are cached,
 * also "no limit". It may block, because it runs on threads of the library. If it throws an exception, calls count under the
 * last limit that it returned for the key, or under the limiter's own. Implementations must be safe for use by many threads.
 */
@FunctionalInterface
public interface LimitSource {

    /**
     * The limit of a key of one part.
     *
     * @param limiter name of the limiter
     * @param key text of the key as the caller gave it
     * @return the limit, with the algorithm and type of the limiter's own, where the sliding window that {@link RateLimit#of}
     *     chooses by the rate counts as the limiter's; {@code null} if the key has no limit of its own
     */
    @Nullable
    RateLimit limitFor(String limiter, String key);

    /**
     * The limit of a key of several parts. Override it where there are such keys. The library asks
     * {@link #limitFor(String, String)} about a key of one part, and no method about a key without parts, such as an empty list.
     *
     * @param limiter name of the limiter
     * @param parts the texts of the values in the key, without escapes, also of values in values: those of a list or an array in
     *     their order, those of a set and the entries of a map sorted, each entry as a key and a value. A value class of
     *     Kotlin counts as the value in it. A record or a data class is one part, the text of its {@code toString()}, from which
     *     its own parts cannot be told for sure
     * @return the limit, as from {@link #limitFor(String, String)}
     * @throws UnsupportedOperationException if it is not overridden
     */
    default @Nullable RateLimit limitFor(String limiter, List<String> parts) {
        throw new UnsupportedOperationException("A key of rate limit '" + limiter + "' has " + parts.size()
                + " parts, but " + getClass().getName()
                + " does not override limitFor(String, List<String>), which gets the parts of a key");
    }
}
