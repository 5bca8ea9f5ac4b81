package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What instances work out about windows of a calendar, and what Redis makes of it by its own clock. */
class WrongClockTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final long SECOND = 1_000_000;
    private static final RateLimit MINUTE = RateLimit.perCalendar(3, CalendarUnit.MINUTE, ZoneId.of("Europe/Berlin"));

    private final TestClock server = new TestClock();
    private final String key = UUID.randomUUID().toString();

    /** An instance whose own clock is that of the server and so many seconds. */
    private StoreDriver instance(long seconds) {
        InstantSource own = () -> server.instant().plusSeconds(seconds);
        RedisStore store = new RedisStore(
                new ScriptClock(server, own),
                new ScriptRunner(RedissonConnection.of(redis.client())),
                new RedisKeys("told"),
                Duration.ofSeconds(10));
        return redis.driver(store, "limiter", key);
    }

    @ParameterizedTest
    @ValueSource(longs = {-3 * 3600, -61, -1, 1, 61, 3 * 3600, 3 * 365 * 86_400})
    void anInstanceWhoseClockIsOffDecidesRight(long seconds) {
        StoreDriver right = instance(0);
        StoreDriver wrong = instance(seconds);
        Grant first = wrong.acquire(MINUTE, 1, 0);
        assertThat(first.allowed()).isTrue();
        assertThat(right.usage(MINUTE)).isEqualTo(new Usage(2, Duration.ofSeconds(40)));
        assertThat(wrong.usage(MINUTE)).isEqualTo(new Usage(2, Duration.ofSeconds(40)));
        assertThat(wrong.take(MINUTE, 2)).isTrue();
        assertThat(wrong.decide(MINUTE, 1, 0).retryAfter()).isEqualTo(Duration.ofSeconds(40));
        assertThat(wrong.decide(MINUTE, 1, 0).window())
                .isEqualTo(right.decide(MINUTE, 1, 0).window());
        wrong.giveBack(first);
        assertThat(right.usage(MINUTE).remaining()).isEqualTo(1);
        wrong.release(MINUTE, 1);
        assertThat(right.usage(MINUTE).remaining()).isEqualTo(2);
        wrong.reset(MINUTE);
        assertThat(right.usage(MINUTE).remaining()).isEqualTo(3);
    }

    /** An instance that is a window behind has asked before the boundary what Redis decides after it. */
    @Test
    void aBoundaryThatPassesBetweenAskingAndDecidingCounts() {
        StoreDriver before = instance(-1);
        server.advance(39 * SECOND);
        assertThat(before.take(MINUTE, 3)).isTrue();
        assertThat(before.take(MINUTE, 1)).isFalse();
        server.advance(SECOND);
        assertThat(before.take(MINUTE, 3)).isTrue();
        assertThat(before.decide(MINUTE, 1, 0).retryAfter()).isEqualTo(Duration.ofSeconds(60));
        assertThat(instance(0).usage(MINUTE)).isEqualTo(new Usage(0, Duration.ofSeconds(60)));
    }

    @Test
    void whatIsToldWrongIsNotDoneAtAll() {
        StoreDriver wrong = instance(3_600);
        long before = scripts();
        assertThat(wrong.take(MINUTE, 1)).isTrue();
        assertThat(scripts() - before).isEqualTo(2);
        assertThat(instance(0).usage(MINUTE).remaining()).isEqualTo(2);
    }

    /** One instance has time zone data in which there is no summer time any more, so it sees months begin an hour later. */
    @Test
    void instancesWithDifferentTimeZoneDataGrantTheRateOnceMoreForEachBoundaryInDispute() {
        RateLimit before = RateLimit.perCalendar(3, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin"));
        RateLimit after = RateLimit.perCalendar(3, CalendarUnit.MONTH, ZoneId.of("Etc/GMT-1"));
        StoreDriver old = instance(0);
        StoreDriver updated = instance(0);
        setServer("2025-12-31T22:30:00Z");
        assertThat(takeAll(old, before) + takeAll(updated, after)).isEqualTo(3);
        for (YearMonth month = YearMonth.of(2026, 1); month.getYear() == 2026; month = month.plusMonths(1)) {
            boolean summer = month.getMonthValue() >= 4 && month.getMonthValue() <= 10;
            Instant first = month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
            setServer(first.minusSeconds(5_400).toString());
            assertThat(takeAll(old, before) + takeAll(updated, after))
                    .as("%s, half past ten", month)
                    .isEqualTo(summer ? 3 : 0);
            setServer(first.minusSeconds(1_800).toString());
            assertThat(takeAll(updated, after))
                    .as("%s, half past eleven", month)
                    .isEqualTo(3);
            assertThat(takeAll(old, before)).isZero();
            Duration left = old.decide(before, 1, 0).retryAfter();
            assertThat(left).isBetween(Duration.ofDays(27), Duration.ofDays(32));
        }
    }

    private void setServer(String moment) {
        server.advance(ChronoUnit.MICROS.between(server.instant(), Instant.parse(moment)));
    }

    private static long takeAll(StoreDriver instance, RateLimit limit) {
        long taken = 0;
        while (instance.take(limit, 1)) {
            taken++;
        }
        return taken;
    }

    private static long scripts() {
        String stats = (String) redis.server().command("INFO", "commandstats");
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*[:]calls=(\\d+).*", "$1")))
                .sum();
    }
}
