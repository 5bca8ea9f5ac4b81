package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BatchStore;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An exact window into whose list somebody else has written. */
class CorruptWindowTests {

    private static final RateLimit LIMIT = RateLimit.of(3, Duration.ofSeconds(1));

    private final RedisKeys names = new RedisKeys("corrupt-" + UUID.randomUUID());
    private final RealRedis redis = RealRedis.open();
    private final TestClock clock = new TestClock();
    private final BatchStore store = redis.scripts(names.prefix(), Duration.ofSeconds(3), clock);

    @AfterEach
    void close() {
        redis.close();
    }

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

    private void takeThreeWithCorruptMiddle(String key) {
        for (int i = 0; i < 3; i++) {
            assertThat(take(key).allowed()).isTrue();
            clock.advance(10);
        }
        redis.server().command("LSET", names.of(demand(key)), "1", "zz");
    }

    @Test
    void isReplacedWithoutLosingTheOtherAnswersOfItsBatch() {
        takeThreeWithCorruptMiddle("corrupt");
        clock.advance(999_975);

        assertThat(ask("sound", "corrupt"))
                .allMatch(outcome -> outcome.grant() != null && outcome.grant().allowed());
    }

    @Test
    void isReplacedWhenPermitsAreGivenBack() {
        take("corrupt");
        clock.advance(1);
        Grant last = take("corrupt");
        redis.server().command("LSET", names.of(demand("corrupt")), "0", "zz");

        StoreDriver.get(store.giveBack(last.reservations()));

        assertThat(take("corrupt").decision().remaining()).isEqualTo(2);
    }

    @Test
    void isLookedAtGrantByGrantOnceItsLengthIsNotWhatItTells() {
        assertThat(take("longer").allowed()).isTrue();
        redis.server().command("LPUSH", names.of(demand("longer")), "zz");
        assertThat(take("longer").allowed()).isTrue();
        assertThat(take("longer").allowed()).isTrue();

        int more = 0;
        while (take("longer").allowed()) {
            more++;
        }
        assertThat(more).isLessThan(3);
        assertThat(redis.server().command("LLEN", names.of(demand("longer")))).isEqualTo(3L);
    }
}
