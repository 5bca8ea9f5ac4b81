package io.github.ratelimited.redis;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.batch.BatchingStore;
import io.github.ratelimited.denial.DenialCacheStore;
import io.github.ratelimited.failover.BreakerStore;
import io.github.ratelimited.failover.FailurePolicyStore;
import io.github.ratelimited.failover.LocalShare;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.lease.LeaseStore;
import io.github.ratelimited.lease.LeasedLimiters;
import io.github.ratelimited.limiter.StoreLimitersBuilder;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.limits.RedisLimitRegistry;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
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

    /** Settings of the limiters. Not safe for use by many threads. */
    public static final class Builder extends StoreLimitersBuilder<Builder> {

        private final RedissonConnection connection;
        private RedisKeys keys = new RedisKeys("ratelimited");
        private Duration denialCache = Duration.ofSeconds(1);
        private long maxLocalKeys = 1_000_000;
        private Function<String, FailurePolicy> onFailure = name -> FailurePolicy.LOCAL;
        private LocalShare localShare = LocalShare.WHOLE;
        private final LeasedLimiters leased = new LeasedLimiters();
        private @Nullable InstantSource testClock;
        private @Nullable ScheduledExecutorService testTimer;

        private Builder(RedissonConnection connection) {
            this.connection = connection;
        }

        /**
         * What every key in Redis begins with.
         *
         * @param prefix text without braces and control characters, {@code ratelimited} unless set
         * @return this builder
         * @throws IllegalArgumentException when empty or not such text
         */
        public Builder prefix(String prefix) {
            this.keys = new RedisKeys(SettingChecks.given("prefix", prefix));
            return this;
        }

        /**
         * Longest time for which a rejection is remembered and repeated without asking Redis. Permits that another process gives
         * back may be seen that much later.
         *
         * @param longest zero, which remembers none, to 100 years; 1 s unless set
         * @return this builder
         * @throws IllegalArgumentException when out of range
         */
        public Builder denialCache(Duration longest) {
            this.denialCache = SettingChecks.span("denialCache", longest);
            return this;
        }

        /**
         * Most limiters and keys that this process counts at once, those of type {@code PER_CLIENT} and, apart from them,
         * those under {@link FailurePolicy#LOCAL}; above it those least used are forgotten.
         *
         * @param maxLocalKeys at least 1, a million unless set
         * @return this builder
         * @throws IllegalArgumentException when out of range
         */
        public Builder maxLocalKeys(long maxLocalKeys) {
            this.maxLocalKeys = SettingChecks.atLeastOne("maxLocalKeys", maxLocalKeys);
            return this;
        }

        /**
         * What happens to calls while Redis cannot decide.
         *
         * @param policy for all limiters, {@link FailurePolicy#LOCAL} unless set
         * @return this builder
         */
        public Builder onFailure(FailurePolicy policy) {
            SettingChecks.given("onFailure", policy);
            return onFailure(name -> policy);
        }

        /**
         * What happens to calls while Redis cannot decide, for each limiter.
         *
         * @param policies returns the policy of a limiter by its name; called at each failure, on any thread. Where they
         *     throw or return none, {@link FailurePolicy#LOCAL}
         * @return this builder
         */
        public Builder onFailure(Function<String, FailurePolicy> policies) {
            this.onFailure = SettingChecks.given("onFailure", policies);
            return this;
        }

        /**
         * Part of each limit that this process grants by itself under {@link FailurePolicy#LOCAL}.
         *
         * @param share from 0 to 1, 1 unless set; whatever it is, at least one permit
         * @return this builder
         * @throws IllegalArgumentException when out of range
         */
        public Builder localShare(double share) {
            this.localShare = new LocalShare(share);
            return this;
        }

        /**
         * Takes permits of hot keys ahead and grants them in this process. Real use in a span can exceed the limit by what was
         * held at its beginning. A leased limiter cannot block keys after rejections.
         *
         * @param name name of the limiter
         * @param length how long permits are held, from 10 ms to 1 s and at most a tenth of the interval
         * @return this builder
         * @throws IllegalArgumentException when out of range
         */
        public Builder lease(String name, Duration length) {
            leased.add(SettingChecks.limiterName(name), new LeaseLength(SettingChecks.given("lease", length)));
            return this;
        }

        /** Counts by a test's clock instead of the server's, and lets callers wait on a test's timer. */
        Builder testTime(InstantSource clock, ScheduledExecutorService timer) {
            this.testClock = clock;
            this.testTimer = timer;
            return this;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected void check(String name, RateLimit limit) {
            leased.check(name, limit);
        }

        @Override
        protected RateLimiters make() {
            leased.checkBlocks(limiter -> blockRules().blockFor(limiter) != null);
            Duration timeout = timeout();
            ScheduledExecutorService timer = StoreRateLimiters.timer();
            ScriptRunner scripts = new ScriptRunner(connection);
            RedisStore redis = new RedisStore(scripts, keys, timeout, testClock);
            Duration latest = connection.extendReplyTimeout(timeout);
            BreakerStore breaker = new BreakerStore(redis, timeout, timer, observer());
            // A request may be sent twice, with a pause between.
            LimiterStore batching =
                    new BatchingStore(breaker, latest.multipliedBy(2).plus(timeout), observer());
            FailurePolicyStore failurePolicies =
                    new FailurePolicyStore(batching, local(Basis.LOCAL), onFailure, localShare);
            DenialCacheStore denials =
                    denialCache.isZero() ? null : new DenialCacheStore(failurePolicies, clock(), denialCache, latest);
            LocalStore local = local(Basis.STORE);
            LimiterStore shared = denials == null ? failurePolicies : denials;
            LeaseStore leasing = leased.around(shared, breaker, timeout, timer, observer());
            LimiterStore store = new RoutingStore(leasing == null ? shared : leasing, local, scripts::isCluster);
            RedisLimitRegistry known = RedisLimitRegistry.of(connection, keys, clock(), timeout, timer, testClock);
            connection.firstRequest(redis::prepare);
            UsageStore usage = new RoutedUsage(local, redis.operations(), breaker, failurePolicies, denials, leasing);
            return limiters(
                    store,
                    usage,
                    known,
                    known.blocks(),
                    clock(),
                    System::nanoTime,
                    testTimer == null ? timer : testTimer,
                    leasing == null ? connection::close : leasing.closeBefore(connection::close));
        }

        private LocalStore local(Basis basis) {
            return new LocalStore(clock(), basis, maxLocalKeys);
        }

        private LongSupplier clock() {
            return testClock == null ? Micros.monotonicClock() : Micros.clock(testClock);
        }
    }
}
