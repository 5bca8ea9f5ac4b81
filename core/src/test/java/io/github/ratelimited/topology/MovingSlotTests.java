package io.github.ratelimited.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.SlotMigration;
import io.github.ratelimited.redis.RealCluster;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A slot that moves to another master while callers take permits from it. Nothing is lost, so the limit is kept exactly. */
@Tag("once")
class MovingSlotTests {

    private static final Logger log = LoggerFactory.getLogger(MovingSlotTests.class);

    /** More than callers take between two steps of a move. */
    private static final int RATE = 9_000;

    private final RedisCluster servers = RedisCluster.shared();
    private final RealCluster cluster = RealCluster.open();
    private final String prefix = UUID.randomUUID().toString();
    private final RateLimiters limiters =
            cluster.limiters(prefix).timeout(Duration.ofSeconds(20)).build();
    private final RateLimiter one = limiters.declare("one", RateLimit.of(RATE, Duration.ofHours(1)));
    private final RateLimiter other = limiters.declare("other", RateLimit.of(2L * RATE, Duration.ofHours(1)));

    @AfterEach
    void close() {
        limiters.close();
        cluster.close();
        servers.heal();
    }

    @Test
    void grantsKeysThatAreNewWhileTheirSlotMoves() {
        try (SlotMigration migration = SlotMigration.of(servers, "{new}")) {
            migration.begin();
            assertThat(one.forKey("new").tryAcquire(RATE)).isTrue();
            assertThat(one.forKey("new").tryAcquire()).isFalse();
            assertThat(migration.moveKeys(10)).isZero();
        }
        assertThat(one.forKey("new").tryAcquire()).isFalse();
    }

    @Test
    void grantsExactlyTheLimitsWhileKeysOfOneSlotMoveOneByOne() {
        try (SlotMigration migration = SlotMigration.of(servers, "{part}");
                Load ones = new Load(one.forKey("part"));
                Load others = new Load(other.forKey("part"))) {
            ones.awaitGrants(1);
            others.awaitGrants(1);
            migration.begin();
            ones.awaitGrants(RATE / 4);
            others.awaitGrants(RATE / 4);
            assertThat(migration.moveKeys(1)).isEqualTo(1);
            ones.awaitGrants(RATE / 2);
            others.awaitGrants(RATE / 2);
            assertThat(migration.moveKeys(1)).isEqualTo(1);
            migration.end();
            ones.exhaust();
            others.exhaust();
            log.info("While two limits parted: {}; {}", ones, others);
            assertThat(ones.granted()).isEqualTo(RATE);
            assertThat(others.granted()).isEqualTo(2 * RATE);
            assertThat(ones.failures()).isEmpty();
            assertThat(others.failures()).isEmpty();
        }
    }

    /** No server can decide about two keys while it has one of them, so such calls fail until both have moved. */
    @Test
    void takesBothOfTwoLimitsOrNoneWhileTheyPart() {
        try (RateLimiters hurried =
                cluster.limiters(prefix).timeout(Duration.ofSeconds(1)).build()) {
            RateLimiter second = hurried.declare("other", other.limit()).forKey("both");
            Map<RateLimiter, Long> both = new LinkedHashMap<>();
            both.put(hurried.declare("one", one.limit()).forKey("both"), 1L);
            both.put(second, 1L);
            try (SlotMigration migration = SlotMigration.of(servers, "{both}");
                    Load load =
                            new Load(() -> hurried.decide(both, Duration.ZERO).allowed())) {
                load.awaitGrants(RATE / 4);
                migration.begin();
                load.awaitGrants(RATE / 3);
                assertThat(migration.moveKeys(1)).isEqualTo(1);
                load.awaitFailures(10);
                // Would fail at a breaker that takes these failures for the server's.
                Awaitility.await().ignoreExceptions().until(() -> second.availablePermits() > 0);
                assertThat(migration.moveKeys(1)).isEqualTo(1);
                load.awaitGrants(RATE / 2);
                migration.end();
                load.exhaust();
                log.info("While both limits of a call parted: {}", load);
                assertThat(load.granted()).isEqualTo(RATE);
                assertThat(other.forKey("both").availablePermits()).isEqualTo(RATE);
            }
        }
    }
}
