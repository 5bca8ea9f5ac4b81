package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;

class PollingTests {

    @AutoClose
    private final LoggedLines lines = LoggedLines.of(Polling.class);

    private final AtomicInteger readings = new AtomicInteger();

    private void poll(Supplier<CompletableFuture<Integer>> question, int times) {
        ManualTimer timer = new ManualTimer(new TestClock());
        Polling<Integer> polling =
                new Polling<>("What others know", timer, question, reading -> false, readings::incrementAndGet);
        readings.set(0);
        polling.read();
        for (int i = 1; i < times; i++) {
            int before = i;
            Awaitility.await().until(() -> timer.waiting() == 1);
            while (timer.waiting() == 1 && readings.get() == before) {
                timer.advance(10_000);
            }
        }
        Awaitility.await().until(() -> readings.get() == times);
        polling.close();
    }

    private List<ILoggingEvent> warnings() {
        return lines.events().stream()
                .filter(line -> line.getFormattedMessage().startsWith("What others know could not be read"))
                .toList();
    }

    @Test
    void saysOnceWhyRedisRefusesToBeRead() {
        try (RealRedis redis = RealRedis.open()) {
            String key = UUID.randomUUID() + ":limits";
            redis.client().getBucket(key, StringCodec.INSTANCE).set("of another program");
            LimitsHash hash = new LimitsHash(RedissonConnection.of(redis.client()), key, Duration.ofSeconds(10));
            PollReply.From from = new PollReply.From("", PollReply.START, 1, List.of());

            poll(() -> hash.poll(from).thenApply(PollReply::hashCode), 3);

            assertThat(warnings().size()).isEqualTo(1);
            assertThat(warnings().get(0).getFormattedMessage()).contains("WRONGTYPE");
            assertThat(warnings().get(0).getThrowableProxy()).isNull();
            redis.client().getKeys().delete(key);
            hash.put("api", new SharedLimit(RateLimit.of(1, Duration.ofSeconds(1)), Origin.OPERATOR))
                    .join();
            poll(() -> hash.poll(from).thenApply(PollReply::hashCode), 3);
            assertThat(warnings().size()).isEqualTo(1);
        }
    }

    @Test
    void saysItAgainWhenItHasWorkedMeanwhile() {
        poll(
                () -> readings.get() % 2 == 0
                        ? CompletableFuture.failedFuture(new IllegalArgumentException("not a reading"))
                        : CompletableFuture.completedFuture(1),
                4);

        assertThat(warnings().size()).isEqualTo(2);
    }

    @Test
    void leavesOutagesToThoseWhoCall() {
        poll(
                () -> CompletableFuture.failedFuture(
                        new RateLimiterUnavailableException("Redis failed: no answer in time", new TimeoutException())),
                3);

        assertThat(warnings().size()).isZero();
    }

    @Test
    void leavesConnectionsThatTheServerRefusesToThoseWhoConnect() {
        RedisConnectionException refused = new RedisConnectionException(
                "Unable to connect", new RedisException("ERR AUTH <password> called without any password"));

        poll(
                () -> CompletableFuture.failedFuture(
                        new RateLimiterUnavailableException("Redis is not connected", new ExecutionException(refused))),
                3);

        assertThat(warnings().size()).isZero();
    }
}
