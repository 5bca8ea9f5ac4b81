package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
}
