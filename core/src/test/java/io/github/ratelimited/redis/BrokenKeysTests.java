package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RScript;
import org.redisson.client.codec.StringCodec;

/** Strings of the right length with a clock that cannot be: nothing of them is given back, or counts further. */
class BrokenKeysTests {

    /** The offset of the clock is the last number but the expiry. */
    private static final String BREAK =
            "redis.call('SETRANGE', KEYS[1], redis.call('STRLEN', KEYS[1]) - 16, struct.pack('<d', -1))";

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final RedisKeys names = new RedisKeys("broken-" + UUID.randomUUID());
    private final RedisStore scripts = redis.scripts(names.prefix(), Duration.ofSeconds(3), clock);
    private final StoreDriver store = redis.driver(scripts, "limiter", "key");

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLIDING_WINDOW")
    void settleNothing(Algorithm algorithm) {
        RateLimit limit = Limits.of(10, Duration.ofHours(1), algorithm);
        Grant grant = broken(limit);
        Object content = content(limit);
        // Or it would be one that has just stepped back.
        clock.advance(2_000_000);

        assertThat(store.settle(new Settlement(grant.reservations().get(0), 0))).isZero();
        assertThat(content(limit)).isEqualTo(content);
    }

    /** Whether something would go back before it or not. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLIDING_WINDOW")
    void countWhatWasUsedBeyondAsNewOnesDo(Algorithm algorithm) {
        RateLimit limit = Limits.of(10, Duration.ofHours(1), algorithm);
        Reservation reservation = broken(limit).reservations().get(0);
        clock.advance(2_000_000);
        StoreDriver sound = store.withKey("sound");
        StoreDriver.get(sound.uses().charge(sound.demand(limit, 2)));

        StoreDriver.get(scripts.settleAll(List.of(new Settlement(reservation, 0), new Settlement(reservation, 3))));

        assertThat(store.usage(limit)).isEqualTo(sound.usage(limit));
    }

    private Grant broken(RateLimit limit) {
        Grant grant = store.acquire(limit, 1, 0);
        redis.client()
                .getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_WRITE, BREAK, RScript.ReturnType.VALUE, List.of(key(limit)));
        return grant;
    }

    private Object content(RateLimit limit) {
        return redis.server().command("GET", key(limit));
    }

    private String key(RateLimit limit) {
        return names.of(store.demand(limit, 1));
    }
}
