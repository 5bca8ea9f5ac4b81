package io.github.ratelimited.redis;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.store.BatchStore;
import io.github.ratelimited.store.BatchingStore;
import io.github.ratelimited.store.DenialMemoryStore;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.LocalStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.PartitionedStore;
import io.github.ratelimited.store.StoreRateLimiters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/** Makes rate limiters that are shared through Redis. */
public final class RedisRateLimiters {

    private RedisRateLimiters() {}

    /**
     * Starts with a client of the application, which stays open when the limiters are closed.
     *
     * @param client the client
     * @return a builder
     */
    public static Builder builder(RedissonClient client) {
        return builder(RedissonConnection.of(client));
    }

    /**
     * Starts with a connection, which is closed with the limiters.
     *
     * @param connection the connection, which need not be ready
     * @return a builder
     */
    public static Builder builder(RedissonConnection connection) {
        return new Builder(connection);
    }

    /** Settings of the limiters. Not safe for use by many threads. */
    public static final class Builder {

        private final RedissonConnection connection;
        private final Map<String, RateLimit> limits = new LinkedHashMap<>();
        private String prefix = "ratelimited";
        private Duration timeout = Duration.ofMillis(250);
        private Duration horizon = Duration.ofSeconds(30);
        private Duration denialMemory = Duration.ofSeconds(1);
        private Executor executor = ForkJoinPool.commonPool();
        private long maxLocalKeys = 1_000_000;
        private @Nullable InstantSource testClock;
        private @Nullable ScheduledExecutorService testTimer;

        private Builder(RedissonConnection connection) {
            this.connection = connection;
        }

        /**
         * What every key in Redis begins with.
         *
         * @param prefix text without braces, {@code ratelimited} unless set
         * @return this builder
         */
        public Builder prefix(String prefix) {
            this.prefix = prefix;
            return this;
        }

        /**
         * Longest wait for an answer of Redis.
         *
         * @param timeout positive, 250 ms unless set
         * @return this builder
         */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /**
         * How far ahead permits can be reserved for a caller that waits. The same on all instances.
         *
         * @param horizon zero or positive, 30 s unless set
         * @return this builder
         */
        public Builder reservationHorizon(Duration horizon) {
            this.horizon = horizon;
            return this;
        }

        /**
         * How long a refusal is remembered at most: until then it is not asked again, so this is how late permits may
         * be seen that another process gives back.
         *
         * @param longest zero, which remembers none, or positive; 1 s unless set
         * @return this builder
         */
        public Builder denialMemory(Duration longest) {
            this.denialMemory = longest;
            return this;
        }

        /**
         * Declares a limit.
         *
         * @param name name of the limiter
         * @param limit the limit
         * @return this builder
         */
        public Builder limit(String name, RateLimit limit) {
            limits.put(name, limit);
            return this;
        }

        /**
         * Where the stages of asynchronous calls complete.
         *
         * @param executor the common pool unless set
         * @return this builder
         */
        public Builder executor(Executor executor) {
            this.executor = executor;
            return this;
        }

        /**
         * Most limiters and keys of type {@code PER_CLIENT} that this process counts at once; above it those least
         * used are forgotten.
         *
         * @param maxLocalKeys at least 1, a million unless set
         * @return this builder
         */
        public Builder maxLocalKeys(long maxLocalKeys) {
            this.maxLocalKeys = maxLocalKeys;
            return this;
        }

        /** Counts by a test's clock instead of the server's, and lets callers wait on a test's timer. */
        Builder testTime(InstantSource clock, ScheduledExecutorService timer) {
            this.testClock = clock;
            this.testTimer = timer;
            return this;
        }

        /**
         * Makes the limiters.
         *
         * @return limiters that need closing
         */
        public RateLimiters build() {
            RedisKeys keys = new RedisKeys(prefix);
            ScheduledExecutorService timer = StoreRateLimiters.timer();
            BatchStore redis = new RedisStore(new RedisScripts(connection), keys, horizon, timeout, testClock);
            LongSupplier clock = testClock == null ? Micros.monotonicClock() : Micros.clock(testClock);
            LimiterStore local = new LocalStore(clock, horizon, Basis.STORE, maxLocalKeys);
            LimiterStore shared = remembering(new BatchingStore(redis), clock);
            LimiterStore store = new PartitionedStore(shared, local, connection::isCluster);
            SharedLimits sharedLimits = new SharedLimits(new LimitsHash(connection, keys.limits(), timeout), timer);
            ScheduledExecutorService alarms = testTimer == null ? timer : testTimer;
            StoreRateLimiters limiters =
                    new StoreRateLimiters(store, sharedLimits, horizon, timeout, executor, alarms, connection::close);
            limits.forEach(limiters::declare);
            return limiters;
        }

        private LimiterStore remembering(LimiterStore store, LongSupplier clock) {
            return denialMemory.isZero() ? store : new DenialMemoryStore(store, clock, denialMemory);
        }
    }
}
