package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.AcquireCodec;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a batch leaves in Redis. */
@Tag("once")
class BatchStateTests {

    private static final RedisKeys NAMES = new RedisKeys("batch-state-" + UUID.randomUUID());

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();

    /** A leaky bucket has nothing to give twice at once. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"})
    void aKeyLastsForTheLongestLimitThatABatchHasTakenFrom(Algorithm algorithm) {
        for (int permits : new int[] {1, 2}) {
            Demand brief = demand("brief-first" + permits, limit(10, Duration.ofSeconds(1), algorithm), permits);
            Demand lasting = demand("brief-first" + permits, limit(10, Duration.ofHours(100), algorithm), permits);
            run(brief, lasting);
            assertLastsForTheLongest(lasting);

            brief = demand("brief-last" + permits, brief.limit(), permits);
            lasting = demand("brief-last" + permits, lasting.limit(), permits);
            run(lasting, brief);
            assertLastsForTheLongest(lasting);
        }
    }

    /** What one limit has back within an hour matters to another for days, though their intervals are the same. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"})
    void aKeyLastsForTheSlowestLimitThatABatchHasTakenFrom(Algorithm algorithm) {
        Demand slow = demand("swift-last", limit(10, Duration.ofHours(100), algorithm), 9);
        Demand swift = demand(slow.key(), limit(1_000, Duration.ofHours(100), algorithm), 1);

        run(slow, swift);

        assertThat(timeToLive(slow)).isGreaterThan(Duration.ofHours(80));
    }

    /** The longer limit may be that of a deployment with other settings. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"})
    void aKeyThatALongerLimitCountsByExpiresNoSoonerForAShorterOne(Algorithm algorithm) {
        for (int permits : new int[] {1, 2}) {
            Demand lasting = demand("shorter-after" + permits, limit(10, Duration.ofHours(100), algorithm), permits);
            Demand brief = demand(lasting.key(), limit(10, Duration.ofSeconds(1), algorithm), permits);
            Demand other = demand("other" + permits, brief.limit(), 1);
            run(lasting);
            run(List.of(List.of(brief, other)));
            assertLastsForTheLongest(lasting);
            run(brief, brief);
            assertLastsForTheLongest(lasting);
        }
    }

    private static void assertLastsForTheLongest(Demand demand) {
        // A bucket of ten has one permit back after a tenth of its interval.
        assertThat(timeToLive(demand)).isGreaterThan(Duration.ofHours(9));
    }

    private static Duration timeToLive(Demand demand) {
        return Duration.ofMillis(redis.client().getBucket(NAMES.of(demand)).remainTimeToLive());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 15, 40, 150, 250})
    void anExactWindowKeepsNoChunkOfWhichAllHasExpired(int expired) {
        Demand one = demand("window" + expired, limit(1_000, Duration.ofSeconds(1), Algorithm.SLIDING_WINDOW), 1);
        for (int i = 0; i < expired; i++) {
            run(one);
            clock.advance(1);
        }
        clock.advance(600_000);
        run(one);
        clock.advance(600_000);

        run(one, one);

        // Those that still count may have a chunk each.
        assertThat(redis.client().getList(NAMES.of(one)).size()).isLessThanOrEqualTo(2);
    }

    @Test
    void anExactWindowKeepsOneEntryForAllPermitsOfAMoment() {
        Demand many = demand("moment", limit(1_000_000_000, Duration.ofHours(1), Algorithm.SLIDING_WINDOW), 10_000_000);
        run(many, many, many);
        assertThat(redis.client().getBucket(NAMES.of(many)).sizeInMemory()).isLessThan(350);
    }

    private static Demand demand(String key, RateLimit limit, long permits) {
        return new Demand("limiter", key, limit, permits);
    }

    private static RateLimit limit(long rate, Duration interval, Algorithm algorithm) {
        return Limits.of(rate, interval, algorithm);
    }

    private void run(Demand... demands) {
        run(Stream.of(demands).map(List::of).toList());
    }

    private void run(List<List<Demand>> together) {
        Deadline deadline = Deadline.after(Duration.ofMinutes(1));
        List<Acquisition> requests = together.stream()
                .map(demands -> new Acquisition(demands, Duration.ZERO, deadline))
                .toList();
        AcquireCodec batch = new AcquireCodec(requests, NAMES, clock.micros(), -clock.micros());
        ScriptRunner scripts = new ScriptRunner(RedissonConnection.of(redis.client()));
        byte[] reply = StoreDriver.get(scripts.run(batch.script(), batch.keys(), batch.arguments()));
        assertThat(batch.read(reply).outcomes())
                .allMatch(outcome -> outcome.grant() != null && outcome.grant().allowed());
    }
}
