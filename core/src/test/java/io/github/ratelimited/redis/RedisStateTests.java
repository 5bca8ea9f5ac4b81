package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.client.codec.ByteArrayCodec;

/** What lies in Redis, for how long, and what happens when it is not what we wrote. */
class RedisStateTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Duration HORIZON = Duration.ofSeconds(30);

    private final String name = UUID.randomUUID().toString();
    private final StoreDriver store = new StoreDriver(redis.store("state", HORIZON, null), "limiter", name);

    private static RateLimit limit(Algorithm algorithm) {
        return Limits.of(10, Duration.ofSeconds(61), algorithm);
    }

    private String key(RateLimit limit) {
        return new RedisKeys("state").of(store.demand(limit, 1));
    }

    private long ttl(RateLimit limit) {
        return (Long) redis.server().command("PTTL", key(limit));
    }

    private Object content(RateLimit limit) {
        String type = (String) redis.server().command("TYPE", key(limit));
        return "list".equals(type)
                ? redis.server().command("LRANGE", key(limit), "0", "-1")
                : redis.server().command("GET", key(limit));
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void livesAsLongAsItMatters(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        Decision decision = store.decide(limit, 1, 0);
        long ttl = ttl(limit);
        long matters = algorithm == Algorithm.LEAKY_BUCKET
                ? limit.interval().toMillis()
                : decision.resetAfter().toMillis();
        assertThat(ttl).isBetween(matters - 2_000, matters + limit.interval().toMillis() / 10 + 2);

        Grant reserved = store.acquire(limit, 10, Micros.of(HORIZON));
        if (reserved.allowed()) {
            assertThat(ttl(limit)).isGreaterThan(reserved.delay().toMillis());
            store.giveBack(reserved);
            assertThat(ttl(limit)).isPositive();
        }
        store.release(limit, 1);
        assertThat(ttl(limit)).isNotEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void livesASecondLongerWhereATenthOfTheIntervalIsLess(Algorithm algorithm) {
        RateLimit limit = Limits.of(10, Duration.ofMillis(100), algorithm);
        assertThat(store.take(limit, 1)).isTrue();
        assertThat(ttl(limit)).isBetween(500L, 1_000 + 2 * limit.interval().toMillis() + 2);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void isNotWrittenByRejectionsAndReads(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        while (store.take(limit, 1)) {}
        Object content = content(limit);
        long ttl = ttl(limit);

        assertThat(store.take(limit, 1)).isFalse();
        assertThat(store.decide(limit, 0, 0).allowed()).isTrue();
        assertThat(store.usage(limit).remaining()).isZero();

        assertThat(content(limit)).isEqualTo(content);
        assertThat(ttl(limit)).isLessThanOrEqualTo(ttl);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void hasRoomForABlockOnlyWhileItIsBlocked(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        store.acquire(limit, 1, Micros.of(HORIZON));
        int bytes = bytes(limit);

        store.block(limit, Duration.ofHours(1));
        int whileBlocked = bytes(limit);
        store.block(limit, Duration.ZERO);

        assertThat(whileBlocked).isGreaterThanOrEqualTo(bytes + Double.BYTES);
        assertThat(bytes(limit)).isLessThanOrEqualTo(whileBlocked - Double.BYTES);
        store.reset(limit);
        store.acquire(limit, 1, Micros.of(HORIZON));
        assertThat(bytes(limit)).isEqualTo(bytes);
    }

    private int bytes(RateLimit limit) {
        if (limit.algorithm() != Algorithm.SLIDING_WINDOW) {
            return ((Long) redis.server().command("STRLEN", key(limit))).intValue();
        }
        return redis.client().<byte[]>getList(key(limit), ByteArrayCodec.INSTANCE).readAll().stream()
                .mapToInt(chunk -> chunk.length)
                .sum();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void isReplacedWhenItIsOfTheWrongType(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        redis.server().command("HSET", key(limit), "field", "value");
        assertThat(store.usage(limit).remaining()).isPositive();
        assertWorksAfresh(limit);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void isReplacedWhenItIsNotWhatWeWrote(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        if (algorithm == Algorithm.SLIDING_WINDOW) {
            redis.server().command("RPUSH", key(limit), "yesterday", "today");
            store.decide(limit, 1, 0);
        } else {
            redis.server().command("SET", key(limit), "1790000000000000 5 of 10");
        }
        assertWorksAfresh(limit);
    }

    private void assertWorksAfresh(RateLimit limit) {
        assertThat(store.take(limit, 1)).isTrue();
        assertThat(ttl(limit)).isPositive();
        int more = 0;
        while (more < 20 && store.take(limit, 1)) {
            more++;
        }
        assertThat(more).isLessThan(10);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void mayBeLostAtAnyMoment(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        Grant grant = store.acquire(limit, 1, 0);
        redis.server().command("DEL", key(limit));
        store.giveBack(grant);
        store.release(limit, 1);
        assertThat(store.usage(limit).resetAfter()).isZero();
        assertThat(store.take(limit, 1)).isTrue();
    }

    @Test
    void isTrimmedWithoutLoopingOverWhatHasExpired() {
        TestClock clock = new TestClock();
        StoreDriver window = new StoreDriver(redis.store("state", HORIZON, clock), "trimmed", name);
        RateLimit limit = RateLimit.of(100_000, Duration.ofSeconds(1));
        for (int i = 0; i < 10; i++) {
            assertThat(window.take(limit, 10_000)).isTrue();
            clock.advance(1);
        }
        clock.advance(2_000_000);
        long before = calls("lrange") + calls("lindex");

        assertThat(window.take(limit, 1)).isTrue();

        assertThat(calls("lrange") + calls("lindex") - before).isLessThan(50);
        assertThat(redis.server().command("LLEN", new RedisKeys("state").of(window.demand(limit, 1))))
                .isEqualTo(1L);
    }

    @Test
    void isSearchedOnceForAllSettlementsOfAMoment() {
        TestClock clock = new TestClock();
        RedisStore scripts = redis.scripts("state", HORIZON, clock);
        StoreDriver window = redis.driver(scripts, "settled", name);
        RateLimit limit = RateLimit.of(1_000, Duration.ofSeconds(1));
        for (int i = 0; i < 100; i++) {
            assertThat(window.take(limit, 1)).isTrue();
            clock.advance(1);
        }
        List<Settlement> unused = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            window.acquire(limit, 2, 0).reservations().forEach(taken -> unused.add(new Settlement(taken, 0)));
        }
        clock.advance(1);
        assertThat(window.take(limit, 1)).isTrue();
        long before = calls("lindex");

        StoreDriver.get(scripts.settleAll(unused));

        assertThat(calls("lindex") - before).isLessThan(40);
        assertThat(window.usage(limit).remaining()).isEqualTo(1_000 - 101);
    }

    private static long calls(String command) {
        String stats = (String) redis.server().command("INFO", "commandstats");
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }
}
