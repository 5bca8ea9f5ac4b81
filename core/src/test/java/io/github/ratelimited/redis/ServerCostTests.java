package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Microseconds and bytes of the server for each algorithm and for Redisson's limiter, in one run, by turns. What is told
 * elsewhere is measured with {@code -Dtests.full}.
 */
@Tag("long")
class ServerCostTests {

    private static final Logger log = LoggerFactory.getLogger(ServerCostTests.class);

    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int EXPIRED = TestSize.of(10_000, 100_000);
    private static final int ROUNDS = TestSize.of(8, 40);
    private static final int CALLS = 100;
    private static final int EXPIRY_ROUNDS = TestSize.of(2, 5);

    @Test
    void areMeasuredBesideRRateLimiter() throws IOException {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RedisConnection connection = server.redis().connect()) {
            ServerUse use = new ServerUse(connection);
            ServerCost window = ours(redis, Algorithm.SLIDING_WINDOW);
            ServerCost redisson = redisson(redis);
            List<ServerCost> all = new ArrayList<>(List.of(window));
            for (Algorithm algorithm : Algorithm.values()) {
                if (algorithm != Algorithm.SLIDING_WINDOW) {
                    all.add(ours(redis, algorithm));
                }
            }
            all.add(redisson);

            measureCalls(use, all);
            measureIdleKeys(use, redis, all);
            measureFullWindow(use, redis, window);
            measureFullLimiter(use, redis, redisson);
            StringBuilder table = new StringBuilder(server.describe() + "\n\n" + ServerCost.heading());
            all.forEach(cost -> table.append(cost.row()));
            table.append("\nScripts sent as ").append(use.scripts()).append("\n");
            log.info("Cost to the server:\n{}", table);
            Files.writeString(Path.of("target/server-cost.md"), table);

            assertThat(window.bytesPerPermit).isLessThanOrEqualTo(20);
            assertThat(all).allSatisfy(cost -> assertThat(cost.idleBytes).isPositive());
            connection.command("FLUSHALL");
            StoreDriver store = store(redis, "gone");
            Awaitility.await().until(() -> {
                for (Algorithm algorithm : Algorithm.values()) {
                    if (algorithm != Algorithm.CALENDAR_WINDOW) {
                        store.take(Limits.of(5, SECOND, algorithm), 1);
                    }
                }
                return use.keys() == Algorithm.values().length - 1;
            });
            Awaitility.await().until(() -> use.keys() == 0);
        }
    }

    private static StoreDriver store(RealRedis redis, String key) {
        return redis.driver(redis.scripts("cost", HORIZON, null), "api", key);
    }

    private static CompletionStage<Boolean> ask(StoreDriver driver, RateLimit limit) {
        return driver.store()
                .acquire(new Acquisition(
                        List.of(driver.demand(limit, 1)), Duration.ZERO, Deadline.after(Duration.ofSeconds(10))))
                .thenApply(Grant::allowed);
    }

    private static ServerCost ours(RealRedis redis, Algorithm algorithm) {
        // A permit each microsecond where there are no bursts, or calls sent at once would be rejected.
        RateLimit often = Limits.of(algorithm == Algorithm.LEAKY_BUCKET ? 1_000_000 : EXPIRED, SECOND, algorithm);
        RateLimit seldom = Limits.of(5, HOUR, algorithm);
        StoreDriver free = store(redis, "free");
        StoreDriver full = store(redis, "full");
        while (full.take(seldom, 1)) {}
        return new ServerCost(algorithm.name(), () -> ask(free, often), () -> ask(full, seldom));
    }

    private static RRateLimiter limiter(RealRedis redis, String name, long rate, Duration interval) {
        RRateLimiter limiter = redis.client().getRateLimiter(name);
        limiter.trySetRate(RateType.OVERALL, rate, interval);
        return limiter;
    }

    private static ServerCost redisson(RealRedis redis) {
        RRateLimiter free = limiter(redis, "redisson-free", EXPIRED, SECOND);
        RRateLimiter full = limiter(redis, "redisson-full", 5, HOUR);
        while (full.tryAcquire()) {}
        return new ServerCost("RRateLimiter", free::tryAcquireAsync, full::tryAcquireAsync);
    }

    /** The first quarter of the rounds warms up. */
    private static void measureCalls(ServerUse use, List<ServerCost> all) {
        for (int round = 0; round < ROUNDS; round++) {
            for (ServerCost cost : all) {
                cost.granted.add(use.microsPerCall(CALLS, true, cost.grant));
                cost.rejected.add(use.microsPerCall(CALLS, false, cost.reject));
            }
        }
        for (ServerCost cost : all) {
            cost.granted.subList(0, ROUNDS / 4).clear();
            cost.rejected.subList(0, ROUNDS / 4).clear();
        }
    }

    private static void measureIdleKeys(ServerUse use, RealRedis redis, List<ServerCost> all) {
        for (ServerCost cost : all) {
            String key = "idle-" + cost.name;
            if (cost.name.equals("RRateLimiter")) {
                limiter(redis, key, 5, HOUR).tryAcquire();
            } else {
                RateLimit limit = Limits.of(5, HOUR, Algorithm.valueOf(cost.name));
                store(redis, key).take(limit, 1);
            }
            cost.idleBytes = use.bytes(key.equals("idle-SLIDING_WINDOW") ? key + "}" : key);
        }
    }

    private static void measureFullWindow(ServerUse use, RealRedis redis, ServerCost cost) {
        TestClock clock = new TestClock();
        StoreDriver window = redis.driver(redis.scripts("cost", HORIZON, clock), "api", "expiring");
        RateLimit limit = RateLimit.of(EXPIRED, SECOND);
        StoreDriver byCalls = redis.driver(redis.scripts("cost", HORIZON, clock), "api", "by-calls");
        fill(byCalls, limit, clock, EXPIRED / 10);
        cost.bytesPerPermit = (double) use.bytes("by-calls") / (EXPIRED / 10);
        for (int round = 0; round < EXPIRY_ROUNDS; round++) {
            fill(window, limit, clock, EXPIRED);
            clock.advance(2_000_000);
            cost.afterExpiry.add(use.microsPerCall(1, true, () -> ask(window, limit)));
            clock.advance(2_000_000);
        }
    }

    /** A call each microsecond, of which 256 are on the way at once. */
    private static void fill(StoreDriver window, RateLimit limit, TestClock clock, int calls) {
        Semaphore free = new Semaphore(256);
        AtomicInteger taken = new AtomicInteger();
        for (int i = 0; i < calls; i++) {
            free.acquireUninterruptibly();
            ask(window, limit).whenComplete((allowed, failure) -> {
                if (Boolean.TRUE.equals(allowed)) {
                    taken.incrementAndGet();
                }
                free.release();
            });
            clock.advance(1);
        }
        free.acquireUninterruptibly(256);
        assertThat(taken).as("entries of a window that counts as full").hasValue(calls);
    }

    /** The filled limiter is copied for each round, and its interval shortened so that all of it has expired. */
    private static void measureFullLimiter(ServerUse use, RealRedis redis, ServerCost cost) {
        RRateLimiter filled = limiter(redis, "filled", EXPIRED + 1, HOUR);
        Semaphore free = new Semaphore(256);
        for (int i = 0; i < EXPIRED; i++) {
            free.acquireUninterruptibly();
            filled.tryAcquireAsync().whenComplete((taken, failure) -> free.release());
        }
        free.acquireUninterruptibly(256);
        assertThat(filled.availablePermits()).isEqualTo(1);
        cost.bytesPerPermit = (double) use.bytes("filled") / EXPIRED;
        use.connection().command("HSET", "filled", "interval", "1");
        for (int round = 0; round < EXPIRY_ROUNDS; round++) {
            String name = "copy" + round;
            for (Object key : (Iterable<?>) use.connection().command("KEYS", "*filled*")) {
                use.connection().command("COPY", key.toString(), key.toString().replace("filled", name));
            }
            RRateLimiter copy = redis.client().getRateLimiter(name);
            cost.afterExpiry.add(use.microsPerCall(1, true, copy::tryAcquireAsync));
        }
    }
}
