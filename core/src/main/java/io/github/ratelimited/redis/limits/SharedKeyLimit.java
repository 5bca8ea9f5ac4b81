package io.github.ratelimited.redis.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.LimiterKey;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a single key as the hash of all processes keeps it.
 *
 * @param limit the limit
 * @param until when it ends by the server's clock, in us since the epoch, 0 for never
 */
record SharedKeyLimit(RateLimit limit, long until) {

    /** What neither a name nor the text of a key contains. */
    private static final char BETWEEN = '\n';

    static String field(LimiterKey limiterKey) {
        return limiterKey.limiter() + BETWEEN + limiterKey.key();
    }

    static @Nullable LimiterKey limiterKey(String field) {
        int between = field.indexOf(BETWEEN);
        return between < 0 ? null : new LimiterKey(field.substring(0, between), field.substring(between + 1));
    }

    /** {@return the limit, or {@code null} when the value is none} */
    static @Nullable SharedKeyLimit parse(String value) {
        int between = value.lastIndexOf(BETWEEN);
        try {
            return new SharedKeyLimit(
                    SharedLimit.limit(value.substring(0, between)), Long.parseLong(value.substring(between + 1)));
        } catch (RuntimeException ex) {
            return null;
        }
    }
}
