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
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.client.codec.ByteArrayCodec;

/** What the last chunk of an exact window tells of the others. */
class LastChunkTests {

    private static final int TOLD = 42;
    private static final int TOLD_MORE = 25;

    private static final Duration HORIZON = Duration.ofSeconds(3);

    @AutoClose
    private final RealRedis redis = RealRedis.open();

    private final TestClock clock = new TestClock();
    private final StoreDriver window = new StoreDriver(
            redis.batching("youngest", HORIZON, clock),
            "limiter",
            UUID.randomUUID().toString());
    private final String key = new RedisKeys("youngest").of(window.demand(RateLimit.of(1, Duration.ofSeconds(1)), 1));
    private final List<Grant> grants = new ArrayList<>();

    static long[] seeds() {
        return new Random(6).longs(10).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void tellsTheOldestHowManyCountInTheFirstAndWhenTheyExpire(long seed) {
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
        // Who asks for nothing drops nothing, but a clock that has stepped back is written down.
        window.release(RateLimit.of(1, Duration.ofSeconds(1)), 0);
        Map<Double, Double> before = permits();
        Grant grant = grants.remove(grants.size() - 1 - random.nextInt(Math.min(8, grants.size())));
        window.giveBack(grant);
        Map<Double, Double> after = permits();
        grant.reservations().forEach(reservation -> {
            double time = reservation.stateTime();
            double given = before.getOrDefault(time, 0.0) - after.getOrDefault(time, 0.0);
            assertThat(given).isBetween(0.0, (double) reservation.demand().permits());
            before.remove(time);
            after.remove(time);
        });
        assertThat(after).isEqualTo(before);
    }

    private List<byte[]> chunks() {
        return redis.client().<byte[]>getList(key, ByteArrayCodec.INSTANCE).readAll();
    }

    /** How many permits count for each moment. */
    private Map<Double, Double> permits() {
        Map<Double, Double> permits = new TreeMap<>();
        List<byte[]> chunks = chunks();
        if (chunks.isEmpty()) {
            return permits;
        }
        ByteBuffer told = told(chunks);
        double base = told.getDouble(16);
        List<Double> numbers = numbers(chunks);
        for (int i = entries(chunks.get(0)) / 8 - 2 * (told.get(40) & 0xff); i < numbers.size(); i += 2) {
            double end = i + 2 < numbers.size() ? numbers.get(i + 3) : told.getDouble(0);
            permits.put(numbers.get(i), end - Math.max(base, numbers.get(i + 1)));
        }
        return permits;
    }

    private static ByteBuffer told(List<byte[]> chunks) {
        byte[] last = chunks.get(chunks.size() - 1);
        int entries = entries(last);
        assertThat(entries).isLessThan(last.length);
        return ByteBuffer.wrap(last, entries, last.length - entries).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** How many bytes of a chunk are entries; what it told when it was the last may follow. */
    private static int entries(byte[] chunk) {
        int rest = chunk.length % 16;
        return chunk.length - (rest == 0 ? 0 : rest == TOLD % 16 ? TOLD : TOLD + TOLD_MORE);
    }

    private static List<Double> numbers(List<byte[]> chunks) {
        List<Double> numbers = new ArrayList<>();
        for (byte[] chunk : chunks) {
            ByteBuffer entries = ByteBuffer.wrap(chunk, 0, entries(chunk)).order(ByteOrder.LITTLE_ENDIAN);
            while (entries.hasRemaining()) {
                numbers.add(entries.getDouble());
            }
        }
        return numbers;
    }

    private void check() {
        List<byte[]> chunks = chunks();
        if (chunks.isEmpty()) {
            return;
        }
        for (byte[] chunk : chunks) {
            assertThat(entries(chunk)).isPositive().isLessThanOrEqualTo(16 * 64);
            assertThat(entries(chunk) % 16).isZero();
        }
        assertThat(chunks.stream().filter(chunk -> chunk.length % 16 > 0).count())
                .as("not packed")
                .isLessThanOrEqualTo(20);
        ByteBuffer told = told(chunks);
        List<Double> numbers = numbers(chunks);
        for (int i = 2; i < numbers.size(); i += 2) {
            assertThat(numbers.get(i)).as("time").isGreaterThan(numbers.get(i - 2));
            assertThat(numbers.get(i + 1)).as("total").isGreaterThan(numbers.get(i - 1));
        }
        int first = entries(chunks.get(0)) / 16 - (told.get(40) & 0xff);
        assertThat(first).isNotNegative();
        assertThat(told.getDouble(8)).isEqualTo(numbers.get(2 * first));
        assertThat(told.getDouble(16)).isGreaterThanOrEqualTo(numbers.get(2 * first + 1));
        assertThat(told.getDouble(0)).isGreaterThan(told.getDouble(16));
        double seen = told.limit() > TOLD ? told.getDouble(42) : numbers.get(numbers.size() - 2);
        long left = redis.client().getBucket(key).remainTimeToLive();
        // Keys of a test's clock live an hour longer.
        double expires = (told.getDouble(32) - seen) / 1000 + 3_600_000;
        assertThat((double) left).isBetween(expires - 60_000, expires + 60_000);
    }
}
