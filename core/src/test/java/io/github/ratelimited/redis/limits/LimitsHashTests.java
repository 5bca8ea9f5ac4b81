package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.PollReply.From;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import io.github.ratelimited.redis.script.RedisKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Limits by name and the log of their changes, as Redis has them. */
class LimitsHashTests {

    private static final int CHANGES = 500;

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final String key = new RedisKeys("hash-" + UUID.randomUUID()).limits();
    private final LimitsHash hash = new LimitsHash(RedissonConnection.of(redis.client()), key, Duration.ofSeconds(10));

    @Test
    void haveALogOfSomeKilobytes() {
        SharedLimit limit = new SharedLimit(RateLimit.of(5, Duration.ofSeconds(1)), Origin.OPERATOR);
        keepsWhatChangedLast(name -> hash.put(name, limit).join());
    }

    @Test
    void haveALogOfSomeKilobytesWhenTheyAreBlocked() {
        keepsWhatChangedLast(name -> hash.block(name, 3_600_000_000L).join());
    }

    private void keepsWhatChangedLast(Consumer<String> change) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
            change.accept("limiter-" + i + "-".repeat(80));
            ids.add(poll("").lastChange());
        }

        assertThat((long) redis.server().command("HSTRLEN", key, "%changes")).isBetween(16_384L, 32_768L);
        assertThat(poll(ids.get(0)).gapless()).isFalse();
        PollReply late = poll(ids.get(CHANGES - 101));
        assertThat(late.gapless()).isTrue();
        assertThat(late.changes()).hasSize(100);
    }

    private PollReply poll(String known) {
        return hash.poll(new From(known, PollReply.START, 1, List.of())).join();
    }
}
