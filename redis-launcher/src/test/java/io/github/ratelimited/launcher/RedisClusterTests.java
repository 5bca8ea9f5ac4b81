package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class RedisClusterTests {

    private final RedisCluster cluster = RedisCluster.shared();

    private static String key(int number) {
        return "launcher:{" + number + "}";
    }

    @Test
    void spreadsKeysOverThreeMasters() {
        List<Integer> ports = IntStream.range(0, 100)
                .mapToObj(number -> cluster.masterOf(key(number)).port())
                .distinct()
                .toList();
        assertThat(ports).hasSize(3);
    }

    @Test
    void movesASlot() {
        SlotMigration migration = SlotMigration.of(cluster, key(1));
        migration.from().redis().command("SET", key(1), "one");

        migration.begin();
        assertThat(migration.moveKeys(10)).isEqualTo(1);
        migration.end();

        assertThat(migration.to().redis().command("GET", key(1))).isEqualTo("one");
        assertThat(cluster.masterOf(key(1)).port()).isEqualTo(migration.to().port());
        migration.to().redis().command("DEL", key(1));
    }

    @Test
    void leavesNoSlotHalfMoved() {
        SlotMigration migration = SlotMigration.of(cluster, "{half}");
        migration.from().redis().command("SET", "{half}1", "one");
        migration.from().redis().command("SET", "{half}2", "two");

        try (migration) {
            migration.begin();
            assertThat(migration.moveKeys(1)).isEqualTo(1);
        }

        assertThat(migration.to().redis().command("MGET", "{half}1", "{half}2")).isEqualTo(List.of("one", "two"));
        assertThat(cluster.masterOf("{half}").port()).isEqualTo(migration.to().port());
        migration.to().redis().command("DEL", "{half}1", "{half}2");
    }

    @Test
    void replacesADeadMasterByItsReplica() {
        RedisServer master = cluster.masterOf(key(2));
        // WAIT waits for the writes of its own connection.
        try (RedisConnection connection = master.redis().connect()) {
            connection.command("SET", key(2), "two");
            assertThat(connection.command("WAIT", "1", "15000")).isEqualTo(1L);
        }

        master.kill();
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> cluster.masterOf(key(2)).port() != master.port());
        RedisServer replica = cluster.masterOf(key(2));
        Awaitility.await().ignoreExceptions().until(() -> replica.redis().command("GET", key(2)), "two"::equals);

        cluster.heal();
        assertThat(master.redis().command("INFO", "replication")).asString().contains("role:slave");
        replica.redis().command("DEL", key(2));
    }

    @Test
    void leavesNoServerWhereOneDoesNotStart(@TempDir Path parent) {
        AtomicInteger nodes = new AtomicInteger();

        assertThatIllegalStateException()
                .isThrownBy(() -> RedisCluster.start(new ClusterBus(), () -> {
                    RedisServerBuilder node = RedisCluster.node().parent(parent);
                    return nodes.incrementAndGet() == 4 ? node.setting("no-such-thing", "1") : node;
                }))
                .withMessageContaining("no-such-thing");

        assertThat(nodes).hasValue(4);
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    @Tag("long")
    void replacesAMasterThatIsCutOffAndStopsByItself() {
        try (RedisCluster divisible = RedisCluster.startDivisible()) {
            RedisServer master = divisible.masterOf(key(3));
            divisible.cutOff(master);
            assertThat(master.redis().command("SET", key(3), "lost")).isEqualTo("OK");
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> divisible.masterOf(key(3)).port() != master.port());
            Awaitility.await()
                    .untilAsserted(() -> assertThatThrownBy(() -> master.redis().command("GET", key(3)))
                            .hasMessageStartingWith("CLUSTERDOWN"));
            RedisServer replica = divisible.masterOf(key(3));
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> "OK".equals(replica.redis().command("SET", key(3), "kept")));

            divisible.heal();
            assertThat(master.redis().command("INFO", "replication")).asString().contains("role:slave");
            assertThat(replica.redis().command("GET", key(3))).isEqualTo("kept");
        }
    }
}
