package io.github.ratelimited;

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
     * The limit of a key.
     *
     * @param limiter name of the limiter
     * @param key text of the key, without any escapes
     * @return the limit, with the algorithm and type of the limiter's own, where the sliding window that {@link RateLimit#of}
     *     chooses by the rate counts as the limiter's; {@code null} if the key has no limit of its own
     */
    @Nullable
    RateLimit limitFor(String limiter, String key);
}
