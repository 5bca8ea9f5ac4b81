package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TcpProxy;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a replica knows of a change that was answered. */
class ReplicaWaitTests {

    private static final RateLimit LIMIT = RateLimit.of(7, Duration.ofSeconds(1));

    private static RateLimiters limiters(RealRedis client) {
        return RedisRateLimiters.builder(client.client())
                .timeout(Duration.ofSeconds(10))
                .build();
    }

    private static String info(RedisServer server, String section) {
        return String.valueOf(server.redis().command("INFO", section));
    }

    private static Object limit(RedisServer server, String name) {
        return String.valueOf(server.redis().command("HGET", "ratelimited:limits", name));
    }

    @Test
    void aReplicaThatLagsHasItWhenItIsAnswered() {
        try (RedisServer master = RedisServer.start();
                TcpProxy network = TcpProxy.to(master.redis());
                RedisServer replica = RedisServer.builder()
                        .setting("replicaof", "127.0.0.1 " + network.redis().port())
                        .start();
                RealRedis client = RealRedis.open(master.redis());
                RateLimiters limiters = limiters(client)) {
            Awaitility.await().until(() -> info(replica, "replication").contains("master_link_status:up"));
            RateLimiter api = limiters.get("api");
            // Of each part that is sent, one after the other, so that all of them take less than the longest wait.
            network.delay(Duration.ofMillis(40));

            api.setRate(LIMIT);
            Object set = limit(replica, "api");
            boolean first = limiters.get("other").trySetRate(LIMIT);
            Object tried = limit(replica, "other");
            api.clearRate();

            assertThat(set).asString().startsWith("rate=7 ");
            assertThat(first).isTrue();
            assertThat(tried).asString().startsWith("rate=7 ");
            assertThat(limit(replica, "api")).isEqualTo("null");
        }
    }

    @Test
    void whereThereIsNoneItIsWaitedForOnce() {
        try (RedisServer server = RedisServer.start();
                RealRedis client = RealRedis.open(server.redis());
                RateLimiters limiters = limiters(client)) {
            for (int rate = 1; rate <= 10; rate++) {
                limiters.get("api").setRate(RateLimit.of(rate, Duration.ofSeconds(1)));
            }
            assertThat(info(server, "commandstats")).contains("cmdstat_wait:calls=1,");
            assertThat(limit(server, "api")).asString().startsWith("rate=10 ");
        }
    }
}
