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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RScript;

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

    /** However its last element or its first is changed, once its first entries have expired. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis.call('RPUSH', key, 'zz')",
                "redis.call('RPUSH', key, '0123456789')",
                "redis.call('LSET', key, -1, 'x' .. redis.call('LINDEX', key, -1))",
                "redis.call('LSET', key, 0, 'x' .. redis.call('LINDEX', key, 0))",
                "redis.call('LSET', key, 0, string.sub(redis.call('LINDEX', key, 0), 1, 16))",
                "redis.call('LTRIM', key, -1, -1)"
            })
    void isReplaced(String change) {
        for (int i = 0; i < 20; i++) {
            assertThat(take(change).allowed()).isTrue();
            clock.advance(10);
        }
        clock.advance(999_850);
        change(change, demand(change));

        assertThat(take(change).decision().remaining()).isEqualTo(39);
        assertThat(redis.server().command("LLEN", names.of(demand(change)))).isEqualTo(1L);
    }

    /** Enough of its first element is left for those that count. */
    @Test
    void isReplacedWhenItsFirstElementIsTooLong() {
        for (int i = 0; i < 20; i++) {
            assertThat(take("long").allowed()).isTrue();
            clock.advance(10);
        }
        clock.advance(999_850);
        assertThat(take("long").decision().remaining()).isEqualTo(25);
        change("redis.call('LSET', key, 0, redis.call('LINDEX', key, 0) .. 'zzzzz')", demand("long"));
        clock.advance(10);

        assertThat(take("long").decision().remaining()).isEqualTo(39);
    }

    private void change(String script, Demand demand) {
        String text = "local key = KEYS[1] " + script;
        List<Object> keys = List.of(names.of(demand));
        redis.client().getScript().eval(RScript.Mode.READ_WRITE, text, RScript.ReturnType.VALUE, keys);
    }

    /** Those that are reserved together have an element each. */
    @Test
    void isReplacedWhenNothingButItsEndIsLeft() {
        RateLimit one = RateLimit.of(1, Duration.ofSeconds(1));
        Demand demand = new Demand("limiter", "reserved", one, 1);
        Acquisition call =
                new Acquisition(List.of(demand), Duration.ofMinutes(1), Deadline.after(Duration.ofMinutes(1)));
        StoreDriver.get(store.acquireAll(List.of(call, call, call)));
        redis.server().command("LTRIM", names.of(demand), "-1", "-1");
        clock.advance(1_500_000);

        Grant grant = StoreDriver.get(store.acquireAll(List.of(call))).get(0).grant();
        assertThat(grant.decision().delay()).isZero();
    }
}
