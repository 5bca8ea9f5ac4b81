package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KeyLimitChangesTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final KeyLimitsHash hash = new KeyLimitsHash(
            RedissonConnection.of(redis.client()),
            new RedisKeys(UUID.randomUUID().toString()).keyLimits(),
            Duration.ofSeconds(20),
            null);

    @Test
    void whatCannotBeSentKeepsNoOthersFromBeingMade() {
        List<Change> sent = new ArrayList<>();
        OutOfMemoryError full = new OutOfMemoryError("no more threads");
        KeyLimitChanges changes = new KeyLimitChanges(
                hash,
                change -> {
                    sent.add(change);
                    if (sent.size() == 1) {
                        throw full;
                    }
                },
                (change, made) -> {});
        String limit = SharedLimit.text(RateLimit.of(5, Duration.ofSeconds(1)));
        Change change = new Change(new LimiterKey("api", "acme"), true, limit, 0);

        assertThat(changes.make(change))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCause(full);
        assertThat(changes.make(change)).succeedsWithin(Duration.ofSeconds(20)).isEqualTo('1');
    }
}
