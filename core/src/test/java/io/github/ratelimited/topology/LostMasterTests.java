package io.github.ratelimited.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealCluster;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A master that dies or freezes while callers take permits of a limit that refills in an hour. A master sends a grant to
 * its replica and to the caller in the same round of its event loop, and each caller waits for its answer. So at most one
 * grant for each caller is known to the caller and not to the replica, which then grants it once more, and at most one is
 * known to the replica and not to the caller.
 */
@Tag("once")
class LostMasterTests {

    private static final Logger log = LoggerFactory.getLogger(LostMasterTests.class);

    /** A replica that is in step, by how far it and its master are. */
    private static final Pattern FOLLOWING =
            Pattern.compile("state=online,offset=(\\d+),.*?master_repl_offset:(\\d+)", Pattern.DOTALL);

    private static final int RATE = 6000;
    private static final RateLimit LIMIT = RateLimit.of(RATE, Duration.ofHours(1));
    private static final RateLimit SECOND = RateLimit.of(100, Duration.ofSeconds(1));

    private final RedisCluster servers = RedisCluster.shared();
    private final RealCluster cluster = RealCluster.open();
    private final RateLimiters limiters =
            cluster.limiters(UUID.randomUUID().toString()).build();
    private final RateLimiter limiter = limiters.declare("hour", LIMIT).forKey("a");
    private final RateLimiter brief = limiters.declare("second", SECOND).forKey("a");
    private final RedisServer master = servers.masterOf("{a}");

    /** One that has just come back has nothing yet, and would take over without a state. */
    @BeforeEach
    void awaitReplica() {
        Awaitility.await("replica follows").until(() -> {
            Matcher offsets = FOLLOWING.matcher(String.valueOf(master.redis().command("INFO", "replication")));
            return offsets.find() && offsets.group(1).equals(offsets.group(2));
        });
    }

    /** One that a busy machine did not run, or that begins anew, takes over without what it has not read. */
    private void awaitReplicaHasGrants() {
        // WAIT waits for the writes of its own connection.
        try (RedisConnection connection = master.redis().connect()) {
            connection.command("SET", "{a}:grants", "seen", "EX", "60");
            assertThat(connection.command("WAIT", "1", "30000")).isEqualTo(1L);
        }
    }

    @AfterEach
    void close() {
        servers.heal();
        limiters.close();
        cluster.close();
    }

    @Test
    void aReplicaTakesOverFromAKilledMaster() {
        try (Load load = new Load(limiter)) {
            load.awaitGrants(RATE / 3);
            Awaitility.await().ignoreExceptions().until(() -> brief.tryAcquire(100));
            awaitReplicaHasGrants();
            master.kill();
            assertRecovers(load);
        }
    }

    /** As a master is that a broken network cuts off: it still believes to be one when it comes back. */
    @Test
    @Tag("long")
    void aReplicaTakesOverFromAFrozenMaster() {
        try (Load load = new Load(limiter)) {
            load.awaitGrants(RATE / 3);
            awaitReplicaHasGrants();
            master.pause();
            assertRecovers(load);
            master.resume();
        }
        servers.heal();
        boolean granted = Awaitility.await().ignoreExceptions().until(() -> limiter.tryAcquire(), answer -> true);
        assertThat(granted).isFalse();
    }

    private void assertRecovers(Load load) {
        Awaitility.await("replica takes over")
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> servers.masterOf("{a}") != master && serves(servers.masterOf("{a}")));
        Duration recovery = load.untilDecided();
        load.exhaust();
        log.info("Callers decided again {} after the cluster: {}", recovery, load);
        assertThat(load.granted()).isBetween(RATE - (long) Load.CALLERS, RATE + (long) Load.CALLERS);
        assertThat(recovery).isLessThan(Duration.ofSeconds(20));
        Awaitility.await("no permit is lost for good")
                .ignoreExceptions()
                .until(brief::availablePermits, left -> left == 100);
    }

    private static boolean serves(RedisServer server) {
        return server.redis().command("EXISTS", "{a}") != null;
    }
}
