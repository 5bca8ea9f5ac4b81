package io.github.ratelimited.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A master that a broken network cuts off together with callers. It goes on for them until it has not heard of a majority
 * for {@code cluster-node-timeout}; what it grants until then no other master will ever know. Those on the other side get
 * what its replica believes to be left.
 */
@Tag("long")
class PartitionTests {

    private static final Logger log = LoggerFactory.getLogger(PartitionTests.class);

    private static final int RATE = 20_000;
    private static final RateLimit LIMIT = RateLimit.of(RATE, Duration.ofHours(1));

    @Test
    void grantsNoMoreThanTheOldMasterCanBeforeItStops() {
        try (RedisCluster cluster = RedisCluster.startDivisible();
                ClusterSide here = new ClusterSide(cluster);
                ClusterSide there = new ClusterSide(cluster);
                Load left = new Load(limiter(here));
                Load right = new Load(limiter(there))) {
            RedisServer master = cluster.masterOf("{a}");
            left.awaitGrants(RATE / 10);
            right.awaitGrants(RATE / 10);

            long before = left.granted();
            here.lose(server -> server != master, cluster);
            there.lose(server -> server == master, cluster);
            cluster.cutOff(master);
            left.awaitGrants(before + 10);
            Awaitility.await("replica takes over")
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> cluster.masterOf("{a}") != master
                            && cluster.masterOf("{a}").redis().command("EXISTS", "{a}") != null);
            Duration recovery = right.untilDecided();
            left.awaitFailures(10);
            long alone = left.granted() - before;
            right.exhaust();

            log.info(
                    "Cut off: {} granted by the old master; {}; {}; decided again {} after the cluster",
                    alone,
                    left,
                    right,
                    recovery);
            assertThat(left.granted()).as("once it has stopped").isLessThanOrEqualTo(before + alone + Load.CALLERS);
            assertThat(left.granted() + right.granted())
                    .isBetween(RATE - 2L * Load.CALLERS, RATE + alone + 2L * Load.CALLERS);
            assertThat(recovery).isLessThan(Duration.ofSeconds(20));
            cluster.heal();
            boolean granted = Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> limiter(there).tryAcquire(), answer -> true);
            assertThat(granted).isFalse();
        }
    }

    private static RateLimiter limiter(ClusterSide side) {
        return side.limiters.declare("hour", LIMIT).forKey("a");
    }
}
