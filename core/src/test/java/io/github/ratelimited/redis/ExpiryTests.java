package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys outlive what they hold, also where their expiry is not set by each call. */
@Tag("once")
class ExpiryTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final int STEPS = 1_500;
    private static final long MAX_WAIT = 50_000;
    private static final List<Duration> INTERVALS = List.of(
            Duration.ofMillis(5),
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(1));

    private final StoreDriver store =
            redis.driver(redis.scripts("expiry", Duration.ofSeconds(30), null), "limiter", UUID.randomUUID() + "");

    @ParameterizedTest
    @EnumSource
    void isNeverSoonerThanTheStateStopsToMatter(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        Duration longest = Duration.ZERO;
        long latest = 0;
        long expires = 0;
        RateLimit limit = null;
        try (RedisConnection connection = redis.server().connect()) {
            for (int step = 0; step < STEPS; step++) {
                if (limit == null || random.nextInt(40) == 0) {
                    limit = random(algorithm, random);
                    longest = limit.interval().compareTo(longest) > 0 ? limit.interval() : longest;
                }
                long before = System.nanoTime();
                long matters = act(random, limit);
                long asked = millis();
                long left = (Long) connection.command("PTTL", new RedisKeys("expiry").of(store.demand(limit, 1)));
                long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before) + 1;
                if (matters > elapsed) {
                    assertThat(left).as("step %d, %s", step, limit).isGreaterThanOrEqualTo(matters - elapsed);
                }
                if (algorithm != Algorithm.SLIDING_WINDOW) {
                    // Each of the clocks leaves out up to a millisecond.
                    assertThat(millis() + left + 2)
                            .as("step %d, %s", step, limit)
                            .isGreaterThanOrEqualTo(expires);
                    expires = asked + left;
                }
                // A change of the limit can make what is used matter for much longer.
                long resetAfter = store.usage(limit).resetAfter().toMillis();
                long span = Math.max(resetAfter + resetAfter / 20, 2 * longest.toMillis()) + longest.toMillis() / 10;
                long now = millis();
                latest = step == 0 ? now + span : Math.max(latest, now + span);
                assertThat(left).as("step %d, %s", step, limit).isNotEqualTo(-1).isLessThan(latest - now + 5_000);
                if (random.nextInt(500) == 0) {
                    store.reset(limit);
                    expires = 0;
                }
            }
        }
    }

    private static RateLimit random(Algorithm algorithm, Random random) {
        int rate = 1 + random.nextInt(200);
        if (algorithm == Algorithm.CALENDAR_WINDOW) {
            CalendarUnit[] units = CalendarUnit.values();
            return RateLimit.perCalendar(rate, units[random.nextInt(units.length)], ZoneId.of("Asia/Kolkata"));
        }
        return RateLimit.of(rate, INTERVALS.get(random.nextInt(INTERVALS.size())))
                .withAlgorithm(algorithm);
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** Milliseconds until the whole limit is back, 0 where that is not asked. */
    private long act(Random random, RateLimit limit) {
        switch (random.nextInt(12)) {
            case 0 -> {
                Grant grant = store.acquire(limit, 1, MAX_WAIT);
                if (grant.allowed()) {
                    store.giveBack(grant);
                }
                return 0;
            }
            case 1 -> {
                store.release(limit, 1);
                return 0;
            }
            case 2 -> {
                store.block(limit, Duration.ofSeconds(1 + random.nextInt(30)));
                store.block(limit, Duration.ZERO);
                return 0;
            }
            default -> {
                // Several permits take the path of batches.
                int permits = random.nextInt(4) == 0 ? Math.min(2, (int) limit.rate()) : 1;
                Decision decision = store.decide(limit, permits, MAX_WAIT);
                return decision.allowed() ? decision.resetAfter().toMillis() : 0;
            }
        }
    }
}
