package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TopologyTests {

    @Test
    void logsInAndTakesTheDatabase() {
        try (RedisServer server = RedisServer.builder()
                .setting("user", "limits on >secret ~ratelimited:* &* +@all")
                .start()) {
            decides("url=redis://limits:secret@127.0.0.1:" + server.port() + "/3");

            assertThat(server.redis().command("INFO", "keyspace")).asString().contains("db3:");
        }
    }

    @Test
    void decidesOnTheMasterWhicheverNodeComesFirst() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.builder()
                        .setting("replicaof", "127.0.0.1 " + master.port())
                        .start()) {
            Awaitility.await().until(() -> info(replica, "replication").contains("master_link_status:up"));

            decides("masterreplica.nodes=127.0.0.1:" + replica.port() + ",127.0.0.1:" + master.port());
        }
    }

    @Test
    void decidesInACluster() {
        try (RedisServer node = RedisServer.builder()
                .setting("cluster-enabled", "yes")
                .setting("cluster-announce-ip", "127.0.0.1")
                .start()) {
            node.redis().command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
            Awaitility.await()
                    .until(() -> String.valueOf(node.redis().command("CLUSTER", "INFO"))
                            .contains("cluster_state:ok"));

            decides("cluster.nodes=127.0.0.1:" + node.port());
        }
    }

    private static String info(RedisServer server, String section) {
        return String.valueOf(server.redis().command("INFO", section));
    }

    private static void decides(String setting) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues("spring.data.redis." + setting)
                .run(context -> {
                    RateLimiter limiter = context.getBean(RateLimiters.class)
                            .declare("login", RateLimit.of(1, Duration.ofMinutes(1)));
                    assertThat(limiter.tryAcquire()).isTrue();
                    assertThat(limiter.tryAcquire()).isFalse();
                });
    }
}
