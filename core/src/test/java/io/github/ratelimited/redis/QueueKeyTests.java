package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The key in which Redis keeps who waits for what is too far off to be reserved. */
class QueueKeyTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Duration HORIZON = Duration.ofSeconds(2);

    @AutoClose
    private final RedisConnection connection = redis.server().connect();

    private final StoreDriver store =
            new StoreDriver(redis.batching("queues", HORIZON, null), "limiter", UUID.randomUUID() + "");

    private String key(RateLimit limit) {
        return new RedisKeys("queues").queueOf(store.demand(limit, 1));
    }

    private static RateLimit limit(Algorithm algorithm) {
        return RateLimit.of(1, Duration.ofSeconds(1)).withAlgorithm(algorithm);
    }

    private static Grant ask(StoreDriver store, RateLimit limit) {
        return store.ask(limit, 1, Long.MAX_VALUE / 4, Turn.first(HORIZON));
    }

    private static void fill(StoreDriver store, RateLimit limit) {
        while (ask(store, limit).turn() == null) {}
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void isThereOnlyWhereSomebodyIsTurnedAwayAndNoLongerThanThat(Algorithm algorithm) {
        RateLimit limit = limit(algorithm);
        store.take(limit, 1);
        assertThat(ask(store, limit).delay()).isPositive();
        assertThat(connection.command("EXISTS", key(limit))).isEqualTo(0L);
        fill(store, limit);
        assertThat((Long) connection.command("PTTL", key(limit))).isBetween(1_000L, 2_402L);
        assertThat(connection.command("STRLEN", key(limit))).isEqualTo(72L);
        store.reset(limit);
        assertThat(connection.command("EXISTS", key(limit))).isEqualTo(0L);
    }

    /** Whose windows end too late to be reserved. */
    @Test
    void isThereAsLongForACalendar() {
        RateLimit limit = RateLimit.perCalendar(1, CalendarUnit.YEAR, ZoneOffset.UTC);
        store.take(limit, 1);
        assertThat(connection.command("EXISTS", key(limit))).isEqualTo(0L);
        fill(store, limit);
        assertThat((Long) connection.command("PTTL", key(limit))).isBetween(1_000L, 2_402L);
        assertThat(connection.command("STRLEN", key(limit))).isEqualTo(72L);
        store.reset(limit);
        assertThat(connection.command("EXISTS", key(limit))).isEqualTo(0L);
    }

    @Test
    void underATestsClockItStaysAnHour() {
        RateLimit limit = limit(Algorithm.TOKEN_BUCKET);
        StoreDriver timed = new StoreDriver(redis.batching("queues", HORIZON, new TestClock()), "limiter", store.key());
        fill(timed, limit);
        assertThat((Long) connection.command("PTTL", key(limit))).isGreaterThan(3_590_000L);
    }

    @Test
    void whatIsNoQueueIsReplaced() {
        RateLimit limit = limit(Algorithm.LEAKY_BUCKET);
        connection.command("RPUSH", key(limit), "broken");
        fill(store, limit);
        assertThat(connection.command("STRLEN", key(limit))).isEqualTo(72L);
        connection.command("SET", key(limit), "broken");
        fill(store, limit);
        assertThat(connection.command("STRLEN", key(limit))).isEqualTo(72L);
    }
}
