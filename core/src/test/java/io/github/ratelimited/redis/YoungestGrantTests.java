package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.client.codec.ByteArrayCodec;

/** What the last entry of an exact window tells of the others. */
class YoungestGrantTests {

    private static final Duration HORIZON = Duration.ofSeconds(3);

    private final RealRedis redis = RealRedis.open();
    private final TestClock clock = new TestClock();
    private final StoreDriver window = new StoreDriver(
            redis.batching("youngest", HORIZON, clock),
            "limiter",
            UUID.randomUUID().toString());
    private final String key = new RedisKeys("youngest").of(window.demand(RateLimit.of(1, Duration.ofSeconds(1)), 1));
    private final List<Grant> grants = new ArrayList<>();

    @AfterEach
    void close() {
        redis.close();
    }

    static long[] seeds() {
        return new Random(6).longs(10).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void tellsTheOldestHowManyThereAreAndWhenTheyExpire(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            change(random);
            check();
        }
    }

    private void change(Random random) {
        RateLimit limit = RateLimit.of(5 + random.nextInt(10), Duration.ofSeconds(1 + random.nextInt(3)));
        switch (random.nextInt(12)) {
            case 0, 1 -> clock.advance(random.nextInt(500_000));
            case 2 -> clock.advance(random.nextBoolean() ? 4_000_000 : -4_000_000);
            case 3, 4, 5 -> giveBackAnyOf(random);
            case 6 -> window.release(limit, random.nextInt(5));
            case 7, 8 -> grants.add(window.acquire(limit, 1 + random.nextInt(5), 0));
            case 9 -> grants.add(window.acquire(limit, 1, 3_000_000));
            default -> grants.addAll(acquireAtOnce(limit));
        }
    }

    private List<Grant> acquireAtOnce(RateLimit limit) {
        List<CompletionStage<Grant>> answers = Stream.generate(() -> new Acquisition(
                        List.of(window.demand(limit, 1)), Duration.ZERO, Deadline.after(Duration.ofSeconds(10))))
                .limit(6)
                .map(window.store()::acquire)
                .toList();
        return answers.stream().map(StoreDriver::get).toList();
    }

    private void giveBackAnyOf(Random random) {
        if (grants.isEmpty()) {
            return;
        }
        // A clock that has stepped back moves what is there, which any change writes down.
        window.release(RateLimit.of(1, Duration.ofSeconds(1)), 0);
        List<Double> left = times();
        Grant grant = grants.remove(grants.size() - 1 - random.nextInt(Math.min(8, grants.size())));
        window.giveBack(grant);
        grant.reservations().forEach(reservation -> {
            for (int i = 0; i < reservation.demand().permits(); i++) {
                left.remove((double) reservation.grantedAt());
            }
        });
        assertThat(times()).isEqualTo(left);
    }

    private List<byte[]> entries() {
        return redis.client().<byte[]>getList(key, ByteArrayCodec.INSTANCE).readAll();
    }

    private List<Double> times() {
        return entries().stream()
                .map(entry -> ByteBuffer.wrap(entry).getDouble())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private void check() {
        List<byte[]> entries = entries();
        assertThat(entries).allMatch(entry -> entry.length == 8 || entry.length == 26);
        if (entries.isEmpty()) {
            return;
        }
        ByteBuffer youngest = ByteBuffer.wrap(entries.get(entries.size() - 1));
        assertThat(youngest.remaining()).isEqualTo(26);
        assertThat(youngest.getDouble(8))
                .isEqualTo(ByteBuffer.wrap(entries.get(0)).getDouble());
        assertThat(youngest.getInt(16)).isEqualTo(entries.size());
        long earliest = System.currentTimeMillis();
        long left = redis.client().getBucket(key).remainTimeToLive();
        assertThat(youngest.getLong(18) & 0xffff_ffff_ffffL)
                .isBetween(earliest + left - 1, System.currentTimeMillis() + left + 1);
    }
}
