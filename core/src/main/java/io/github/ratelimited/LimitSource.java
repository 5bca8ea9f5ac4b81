package io.github.ratelimited;

import org.jspecify.annotations.Nullable;

/**
 * Knows the limits of single keys, such as those of contracts in a database. It is asked only for limiters that are
 * configured so, because attackers can choose keys. Its answers are cached for a while. It may block, because it runs on
 * threads of the library. If it throws, calls go on under the last limit that it returned for the key, or under the
 * limiter's own. Implementations must be safe for use by many threads.
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
