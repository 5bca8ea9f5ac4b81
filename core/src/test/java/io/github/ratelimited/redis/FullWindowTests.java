package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.Arguments;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.redis.script.StateFormat;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An exact window with so many calls that the youngest entry takes in those that follow. */
class FullWindowTests {

    private static final RateLimit LIMIT = RateLimit.of(40, Duration.ofSeconds(1));

    /** One chunk of two entries, where a window has thousands of chunks. */
    private static final String SETTLE =
            Script.SETTLE.text(StateFormat.SLIDING_WINDOW).replace("= 18, 5555,", "= 2, 1,");

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final RedisKeys names = new RedisKeys("full-" + UUID.randomUUID());
    private final StoreDriver driver =
            redis.driver(redis.scripts(names.prefix(), Duration.ofSeconds(3), clock), "limiter", "key");

    private Reservation take(long permits) {
        return driver.acquire(LIMIT, permits, 0).reservations().get(0);
    }

    private void settle(Reservation reservation, long... backs) {
        Arguments arguments = new Arguments(-clock.micros(), clock.micros(), List.of(), 6 * backs.length);
        for (long back : backs) {
            arguments
                    .add(LIMIT)
                    .add(reservation.demand().permits())
                    .add(reservation.stateTime())
                    .add(back);
        }
        String name = names.of(reservation.demand());
        StoreDriver.get(new ScriptRunner(RedissonConnection.of(redis.client()))
                .run(SETTLE, List.of(name, name), arguments.toBytes()));
    }

    @Test
    void countsFromWhatIsLeftWhenPermitsOfAnEarlierCallHaveGoneBack() {
        assertThat(SETTLE).contains("= 2, 1,");
        Reservation first = take(10);
        clock.advance(10);
        take(3);
        clock.advance(100);

        settle(first, 9, -1);

        assertThat(driver.usage(LIMIT).remaining()).isEqualTo(35);
        clock.advance(999_900);
        assertThat(driver.usage(LIMIT).remaining()).isEqualTo(36);
    }
}
