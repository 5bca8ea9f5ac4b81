package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.StoreRateLimiters;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SharedLimitsTests {

    private static final RealRedis redis = RealRedis.open();
    private static final RateLimit LIMIT = RateLimit.of(7, Duration.ofSeconds(1));

    @AfterAll
    static void close() {
        redis.close();
    }

    private final LimitsHash hash = new LimitsHash(
            RedissonConnection.of(redis.client()), UUID.randomUUID() + ":limits", Duration.ofSeconds(10));
    private volatile CompletableFuture<Void> release = CompletableFuture.completedFuture(null);
    private volatile boolean holding;
    private volatile int handedOn;

    /** Hands a reading on when the test says so. */
    private CompletableFuture<Map<String, SharedLimit>> read() {
        CompletableFuture<Void> gate = release;
        return hash.readAll().thenCompose(limits -> {
            holding = !gate.isDone();
            return gate.thenApply(done -> {
                handedOn++;
                return limits;
            });
        });
    }

    @Test
    void aReadingFromBeforeAnOwnChangeDoesNotUndoIt() {
        ScheduledExecutorService timer = StoreRateLimiters.timer();
        SharedLimits limits = new SharedLimits(hash, this::read, timer);
        try {
            CompletableFuture<Void> gate = new CompletableFuture<>();
            release = gate;
            Awaitility.await().until(() -> holding);
            limits.set("api", LIMIT).toCompletableFuture().join();

            release = CompletableFuture.completedFuture(null);
            gate.complete(null);

            assertThat(limits.find("api")).isEqualTo(LIMIT);
            int before = handedOn;
            Awaitility.await().until(() -> handedOn > before + 1);
            assertThat(limits.find("api")).isEqualTo(LIMIT);
        } finally {
            limits.close();
            timer.shutdown();
        }
    }
}
