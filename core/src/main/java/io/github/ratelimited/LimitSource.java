package io.github.ratelimited;

import org.jspecify.annotations.Nullable;

/**
 * Knows the limits of single keys, such as those of contracts in a database. Asked only for limiters that say so, because keys
 * are what attackers choose, and what it says is remembered for a while. It may block: it is asked on threads of the library.
 * Whatever it throws, calls go on, under the last limit that it returned for the key or the limiter's own. Implementations are
 * safe for use by many threads.
 */
@FunctionalInterface
public interface LimitSource {

    /**
     * The limit of a key.
     *
     * @param limiter name of the limiter
     * @param key the key's text, as it was before anything in it was escaped
     * @return the limit, of the algorithm and the type of the limiter's own; {@code null} for no limit of its own
     */
    @Nullable
    RateLimit limitFor(String limiter, String key);
}
