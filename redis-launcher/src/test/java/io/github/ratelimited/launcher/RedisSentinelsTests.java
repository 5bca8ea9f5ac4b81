package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class RedisSentinelsTests {

    @Test
    void makeAReplicaTheMasterWhenTheMasterIsGone() {
        try (RedisSentinels sentinels = RedisSentinels.start()) {
            RedisServer first = sentinels.master();
            first.kill();
            Awaitility.await().until(() -> sentinels.master() != first);
            assertThat(sentinels.master().redis().command("INFO", "replication"))
                    .asString()
                    .contains("role:master");

            sentinels.heal();
            assertThat(first.redis().command("INFO", "replication")).asString().contains("role:slave");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void leaveNoServerWhereOneDoesNotStart(int broken, @TempDir Path parent) {
        AtomicInteger servers = new AtomicInteger();

        assertThatIllegalStateException()
                .isThrownBy(() -> RedisSentinels.start(() -> {
                    RedisServerBuilder server = RedisServer.builder().parent(parent);
                    return servers.incrementAndGet() == broken ? server.setting("no-such-thing", "1") : server;
                }))
                .withMessageContaining("no-such-thing");

        assertThat(servers).hasValue(broken);
        assertThat(parent).isEmptyDirectory();
    }
}
