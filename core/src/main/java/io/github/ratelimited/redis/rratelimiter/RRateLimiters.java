package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.limiter.LimitersBuilder;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Makes rate limiters on Redisson's {@code RRateLimiter}, for applications that share limits with programs that use it
 * themselves. A limiter is the {@code RRateLimiter} with the name {@code <prefix><name>}, or {@code <prefix><name>:<key>}
 * with a key. It is created at its first use unless it exists; its limit is the one in Redis.
 *
 * <p>These limiters can do what {@code RRateLimiter} can do, and have its faults:
 *
 * <ul>
 *   <li>Only {@link io.github.ratelimited.Algorithm#SLIDING_WINDOW}, intervals of whole milliseconds, and one limiter
 *       for each decision: several fail with {@link UnsupportedOperationException}.
 *   <li>A caller that waits polls, in no order, and a timeout that is too short is waited out.
 *   <li>A wait that is cancelled, interrupted or closed goes on within Redisson until its timeout, and may take permits that
 *       nobody uses and that do not go back.
 *   <li>In a decision {@code remaining} is 0, and {@code retryAfter} and {@code resetAfter} are the interval, the longest they
 *       can be: Redisson does not tell more.
 *   <li>{@code setRate}, {@code trySetRate} and {@code clearRate} change the limiter of this name and key only.
 * </ul>
 */
public final class RRateLimiters {

    private RRateLimiters() {}

    /**
     * Starts with a client of the application, which stays open when the limiters are closed.
     *
     * @param client the client
     * @return a builder
     */
    public static Builder builder(RedissonClient client) {
        return builder(RedissonConnection.of(SettingChecks.given("client", client)));
    }

    /**
     * Starts with a connection, which is closed with the limiters.
     *
     * @param connection the connection, which need not be ready
     * @return a builder
     */
    public static Builder builder(RedissonConnection connection) {
        return new Builder(SettingChecks.given("connection", connection));
    }

    /**
     * What keeps Redisson's limiter from counting a limit.
     *
     * @param limit the limit
     * @return the problem in words, {@code null} if it can count the limit
     */
    public static @Nullable String problemWith(RateLimit limit) {
        if (limit.algorithm() != Algorithm.SLIDING_WINDOW) {
            return "RRateLimiter counts by SLIDING_WINDOW only, but the limit is " + limit;
        }
        return limit.interval().getNano() % 1_000_000 == 0
                ? null
                : "RRateLimiter counts in whole milliseconds, but the interval is " + limit.interval();
    }

    /** Settings of the limiters. Not safe for use by many threads. */
    public static final class Builder extends LimitersBuilder<Builder> {

        private final RedissonConnection connection;
        private String prefix = "";
        private Duration keepAlive = Duration.ZERO;

        private Builder(RedissonConnection connection) {
            this.connection = connection;
        }

        /**
         * What the name of every {@code RRateLimiter} begins with.
         *
         * @param prefix any text, empty unless set
         * @return this builder
         */
        public Builder prefix(String prefix) {
            this.prefix = SettingChecks.given("prefix", prefix);
            return this;
        }

        /**
         * How long Redis keeps a limiter that is set from here after its last use. Programs that do not set its rate
         * themselves fail once it is gone.
         *
         * @param keepAlive at least the interval of every limit, or zero to keep limiters forever, zero unless set
         * @return this builder
         * @throws IllegalArgumentException when negative or above 100 years
         */
        public Builder keepAlive(Duration keepAlive) {
            this.keepAlive = SettingChecks.span("keepAlive", keepAlive);
            return this;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected RateLimiters make() {
            RRateLimiterCommands commands = new RRateLimiterCommands(connection, timeout(), keepAlive);
            return new RedissonLimiters(commands, prefix, executor(), observer(), audiences(), connection::close);
        }
    }
}
