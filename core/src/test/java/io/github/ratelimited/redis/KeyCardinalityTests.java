package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that go away by themselves, by the clock of a server of its own. With {@code -Dtests.full} ten times as many. */
class KeyCardinalityTests {

    private static final int AT_ONCE = 256;
    private static final RedisServer server = RedisServer.start();
    private static final RealRedis redis = RealRedis.open(server.redis());

    @AfterAll
    static void close() {
        redis.close();
        server.close();
    }

    private static long keys() {
        return (Long) server.redis().command("DBSIZE");
    }

    @ParameterizedTest(name = "1.11 an idle limiter leaves no key behind: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void leavesNoKeyBehindWhenIdle(Algorithm algorithm) {
        server.redis().command("FLUSHALL");
        try (RateLimiters limiters = redis.limiters("idle").build()) {
            RateLimiter limiter = limiters.get("api");
            limiter.setRate(RateLimit.of(20, Duration.ofMillis(200)).withAlgorithm(algorithm));
            // Until the key is seen before it expires.
            Awaitility.await().until(() -> {
                limiter.acquire();
                limiter.acquire(2);
                limiter.tryAcquire(20, Duration.ofSeconds(1));
                limiter.release(1);
                return keys() == 2;
            });
            Awaitility.await().until(() -> keys() == 1);
            limiter.clearRate();
            assertThat(keys()).isZero();
        }
    }

    @Test
    @Tag("long")
    @DisplayName("2.20 100,000 different keys, or a million, leave nothing after they expire")
    void leavesNothingOfManyKeys() {
        int count = TestSize.of(100_000, 1_000_000);
        server.redis().command("FLUSHALL");
        AtomicLong granted = new AtomicLong();
        Queue<String> others = new ConcurrentLinkedQueue<>();
        Semaphore free = new Semaphore(AT_ONCE);
        try (RateLimiters limiters =
                redis.limiters("many").executor(Runnable::run).build()) {
            RateLimiter limiter = limiters.get("api");
            limiter.setRate(RateLimit.of(1, Duration.ofSeconds(1)));
            limiter.acquire();
            for (int i = 0; i < count; i++) {
                free.acquireUninterruptibly();
                limiter.forKey("user" + i).tryAcquireAsync(1, Duration.ZERO).whenComplete((taken, failure) -> {
                    if (failure == null && taken) {
                        granted.incrementAndGet();
                    } else {
                        others.add(failure == null ? "rejected" : failure.toString());
                    }
                    free.release();
                });
            }
            free.acquireUninterruptibly(AT_ONCE);
            long most = keys();
            assertThat(others).isEmpty();
            assertThat(granted).hasValue(count);
            // The hash of limits stays.
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> keys() == 1);
            System.out.printf("2.20 %d keys, %d of them at the end of asking%n", count, most);
        }
    }
}
