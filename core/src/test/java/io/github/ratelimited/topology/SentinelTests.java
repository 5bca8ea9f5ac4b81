package io.github.ratelimited.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisSentinels;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** As {@link LostMasterTests}, where sentinels choose the next master. */
@Tag("long")
class SentinelTests {

    private static final Logger log = LoggerFactory.getLogger(SentinelTests.class);

    private static final int RATE = 6000;

    private final RedisSentinels servers = RedisSentinels.start();
    private final RedissonClient client = client(servers);
    private final RateLimiters limiters =
            RedisRateLimiters.builder(client).onFailure(FailurePolicy.CLOSED).build();
    private final RateLimiter limiter = limiters.declare("hour", RateLimit.of(RATE, Duration.ofHours(1)));
    private final RateLimiter brief = limiters.declare("second", RateLimit.of(100, Duration.ofSeconds(1)));
    private final RedisServer master = servers.master();

    private static RedissonClient client(RedisSentinels servers) {
        Config config = new Config();
        config.useSentinelServers()
                .setMasterName(RedisSentinels.MASTER_NAME)
                .addSentinelAddress(servers.addresses().stream()
                        .map(address -> "redis://" + address)
                        .toArray(String[]::new))
                .setMasterConnectionMinimumIdleSize(4)
                .setMasterConnectionPoolSize(16)
                .setSlaveConnectionMinimumIdleSize(1);
        config.setThreads(4).setNettyThreads(4);
        return Redisson.create(config);
    }

    @AfterEach
    void close() {
        limiters.close();
        client.shutdown();
        servers.close();
    }

    @Test
    void aReplicaTakesOverFromAKilledMaster() {
        try (Load load = new Load(limiter)) {
            load.awaitGrants(RATE / 3);
            servers.awaitReplication();
            Awaitility.await().ignoreExceptions().until(() -> brief.tryAcquire(100));
            master.kill();
            Awaitility.await("replica takes over")
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> servers.master() != master);
            Duration recovery = load.untilDecided();
            load.exhaust();
            log.info("Callers decided again {} after the sentinels: {}", recovery, load);
            assertThat(load.granted()).isBetween(RATE - (long) Load.CALLERS, RATE + (long) Load.CALLERS);
            assertThat(recovery).isLessThan(Duration.ofSeconds(20));
            Awaitility.await("no permit is lost for good")
                    .ignoreExceptions()
                    .until(brief::availablePermits, left -> left == 100);
        }
    }

    /** A frozen master is still believed to be one by the clients, and by itself when it goes on. */
    @Test
    void aReplicaTakesOverFromAFrozenMaster() {
        try (Load load = new Load(limiter)) {
            load.awaitGrants(RATE / 3);
            servers.awaitReplication();
            master.pause();
            Awaitility.await("replica takes over")
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> servers.master() != master);
            Duration recovery = load.untilDecided();
            master.resume();
            load.exhaust();
            log.info("Callers decided again {} after the sentinels: {}", recovery, load);
            assertThat(load.granted()).isBetween(RATE - (long) Load.CALLERS, RATE + (long) Load.CALLERS);
            assertThat(recovery).isLessThan(Duration.ofSeconds(20));
        }
    }
}
