package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An exact window into whose list somebody else has written. */
class CorruptWindowTests {

    private static final RateLimit LIMIT = RateLimit.of(40, Duration.ofSeconds(1));

    private final RedisKeys names = new RedisKeys("corrupt-" + UUID.randomUUID());

    @AutoClose
    private final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final BulkStore store = redis.scripts(names.prefix(), Duration.ofSeconds(3), clock);

    private List<BatchResult> ask(String... keys) {
        return StoreDriver.get(store.acquireAll(Stream.of(keys)
                .map(key ->
                        new Acquisition(List.of(demand(key)), Duration.ZERO, Deadline.after(Duration.ofSeconds(10))))
                .toList()));
    }

    private Grant take(String key) {
        Grant grant = ask(key).get(0).grant();
        assertThat(grant).isNotNull();
        return grant;
    }

    private static Demand demand(String key) {
        return new Demand("limiter", key, LIMIT, 1);
    }

    /** The first of two chunks is not what we wrote. */
    private Grant takeTwentyWithCorruptFirst(String key) {
        Grant first = take(key);
        for (int i = 1; i < 20; i++) {
            clock.advance(10);
            assertThat(take(key).allowed()).isTrue();
        }
        redis.server().command("LSET", names.of(demand(key)), "0", "zz");
        return first;
    }

    @Test
    void isReplacedWithoutLosingTheOtherAnswersOfItsBatch() {
        takeTwentyWithCorruptFirst("corrupt");
        clock.advance(999_850);

        assertThat(ask("sound", "corrupt"))
                .allMatch(outcome -> outcome.grant() != null && outcome.grant().allowed());
        assertThat(take("corrupt").decision().remaining()).isEqualTo(38);
    }

    @Test
    void givesNothingBack() {
        Grant first = takeTwentyWithCorruptFirst("returned");

        StoreDriver.get(store.giveBack(first.reservations()));

        assertThat(take("returned").decision().remaining()).isEqualTo(19);
    }

    @Test
    void isReplacedWhenItsEndIsOfSomebodyElse() {
        take("longer");
        redis.server().command("RPUSH", names.of(demand("longer")), "zz");
        assertThat(take("longer").decision().remaining()).isEqualTo(39);
        assertThat(redis.server().command("LLEN", names.of(demand("longer")))).isEqualTo(1L);
    }
}
