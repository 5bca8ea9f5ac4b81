package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Limits of single keys and the log of their changes, as Redis has them. */
class KeyLimitsHashTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final List<String> keys = new RedisKeys("hash-" + UUID.randomUUID()).keyLimits();
    private final KeyLimitsHash hash =
            new KeyLimitsHash(RedissonConnection.of(redis.client()), keys, Duration.ofSeconds(10), clock);

    private static Change change(String key, boolean replaces, long span) {
        return new Change(new LimiterKey("limiter", key), replaces, "rate=5", span);
    }

    @Test
    void haveALogOfTwentyThousandChanges() {
        for (int i = 0; i < 41; i++) {
            hash.change(Collections.nCopies(500, change("key", true, 0))).join();
        }

        assertThat(redis.server().command("LLEN", keys.get(1))).isEqualTo(20_000L);
    }

    @Test
    void leaveNoEndBehindWhenTheyAreRemoved() {
        hash.change(List.of(change("lasting", true, 0), change("ending", true, 1_000_000)))
                .join();
        assertThat(redis.server().command("ZCARD", keys.get(2))).isEqualTo(1L);

        hash.change(List.of(new Change(new LimiterKey("limiter", "ending"), true, "", 0)))
                .join();

        assertThat(redis.server().command("ZCARD", keys.get(2))).isEqualTo(0L);
    }

    /** Redis removes a hundred of those that have ended at once. */
    @Test
    void areNoneOnceTheyHaveEndedHoweverManyEndTogether() {
        hash.change(IntStream.range(100, 300)
                        .mapToObj(i -> change("key" + i, true, 1_000_000))
                        .toList())
                .join();
        assertThat(hash.change(List.of(change("key299", false, 0))).join()).isEqualTo("0");

        clock.advance(1_000_000);

        assertThat(hash.change(List.of(change("key299", false, 0))).join()).isEqualTo("1");
    }
}
