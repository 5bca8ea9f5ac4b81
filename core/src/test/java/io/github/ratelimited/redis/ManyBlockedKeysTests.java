package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Blocked keys that go away by themselves, by the clock of a server of its own. With {@code -Dtests.full} ten times as many. */
class ManyBlockedKeysTests {

    private static final int KEYS = TestSize.of(10_000, 100_000);
    private static final Duration BLOCKED = Duration.ofSeconds(TestSize.of(5, 40));
    private static final int AT_ONCE = 256;

    @Tag("long")
    @Test
    void leaveNothingOnceTheirBlocksAreOver() {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RateLimiters limiters = redis.limiters("many")
                        .limit("api", RateLimit.of(5, Duration.ofMillis(200)))
                        .executor(Runnable::run)
                        .build()) {
            RateLimiter limiter = limiters.get("api");
            Semaphore free = new Semaphore(AT_ONCE);
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < KEYS; i++) {
                free.acquireUninterruptibly();
                limiter.forKey("user" + i).blockAsync(BLOCKED).whenComplete((done, failure) -> {
                    if (failure != null) {
                        failures.add(failure);
                    }
                    free.release();
                });
            }
            free.acquireUninterruptibly(AT_ONCE);
            assertThat(failures).isEmpty();
            RateLimiter last = limiter.forKey("user" + (KEYS - 1));
            last.block(Duration.ofHours(1));
            assertThat(last.tryAcquire()).isFalse();
            // The hash of limits and the last one stay.
            assertThat(keys(server)).isGreaterThan(2);
            Awaitility.await().atMost(Duration.ofSeconds(100)).until(() -> keys(server) == 2);
        }
    }

    private static long keys(RedisServer server) {
        return (Long) server.redis().command("DBSIZE");
    }
}
