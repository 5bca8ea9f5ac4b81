package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.script.RedisKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What limits of single keys cost: 100,000 of them with {@code -Dtests.full}, and as many as are allowed take twice that. */
@Tag("long")
class KeyLimitCostTests {

    private static final Logger log = LoggerFactory.getLogger(KeyLimitCostTests.class);

    private static final int KEYS = TestSize.of(10_000, 100_000);
    private static final int CHANGES = TestSize.of(5, 50);
    private static final int ROUNDS = TestSize.of(5, 31);
    private static final int DECISIONS = TestSize.of(200_000, 1_000_000);
    private static final RateLimit OWN =
            RateLimit.of(1_000_000_000, Duration.ofHours(1)).withAlgorithm(Algorithm.FIXED_WINDOW);
    private static final RateLimit GIFT = OWN.withRate(2_000_000_000, 2_000_000_000);

    private final StringBuilder table = new StringBuilder();

    private void tell(String what, double value, String unit) {
        table.append(String.format(Locale.ROOT, "| %s | %.1f %s |%n", what, value, unit));
    }

    @Test
    void areMeasured() throws IOException {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis())) {
            inRedis(redis);
        }
        decisions();
        log.info("Limits of {} keys:\n{}", KEYS, table);
        Files.writeString(Path.of("target/key-limit-cost.md"), table);
    }

    private static RateLimiters open(RealRedis redis) {
        return RedisRateLimiters.builder(redis.client())
                .timeout(Duration.ofSeconds(10))
                .limit("search", OWN)
                .build();
    }

    private void inRedis(RealRedis redis) {
        try (RateLimiters one = open(redis)) {
            one.get("search").forKey("first").setRate(GIFT);
            long before = ServerInfo.usedMemory(redis.server());
            long begin = System.nanoTime();
            CompletableFuture.allOf(IntStream.range(0, KEYS)
                            .mapToObj(i ->
                                    one.get("search").forKey("customer" + i).setRateAsync(GIFT))
                            .map(stage -> stage.toCompletableFuture())
                            .toArray(CompletableFuture[]::new))
                    .join();
            tell("setting them all", (System.nanoTime() - begin) / 1e6, "ms");
            double stored = (double) (ServerInfo.usedMemory(redis.server()) - before) / KEYS;
            tell("in Redis, each", stored, "bytes");
            assertThat(stored).isBetween(50.0, 500.0);
            notes(redis);
            try (RateLimiters other = measuredInTheHeap(redis)) {
                changes(one, other);
            }
        }
    }

    private void notes(RealRedis redis) {
        List<String> keys = new RedisKeys("ratelimited").keyLimits();
        Object size = redis.server().command("MEMORY", "USAGE", keys.get(1));
        tell("notes of the last 20,000 changes", ((Number) size).doubleValue() / 1e6, "MB, of these");
    }

    private RateLimiters measuredInTheHeap(RealRedis redis) {
        long before = heap();
        long begin = System.nanoTime();
        RateLimiters other = open(redis);
        RateLimiter last = other.get("search").forKey("customer" + (KEYS - 1));
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(last::isRateSet);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .until(() -> IntStream.range(0, KEYS)
                        .allMatch(
                                i -> other.get("search").forKey("customer" + i).isRateSet()));
        tell("until an instance that starts knows all", (System.nanoTime() - begin) / 1e6, "ms at most");
        double held = (double) (heap() - before) / KEYS;
        tell("in the heap of an instance, each", held, "bytes");
        assertThat(held).isLessThan(500.0);
        return other;
    }

    private static long heap() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void changes(RateLimiters one, RateLimiters other) {
        long[] nanos = new long[CHANGES];
        RateLimiter seen = other.get("search").forKey("changing");
        for (int i = 0; i < CHANGES; i++) {
            RateLimit next = OWN.withRate(100 + i, 100 + i);
            one.get("search").forKey("changing").setRate(next);
            long begin = System.nanoTime();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> seen.limit().equals(next));
            nanos[i] = System.nanoTime() - begin;
        }
        tell("until a change is known elsewhere, median", median(nanos) / 1e6, "ms");
        tell(
                "until a change is known elsewhere, longest",
                LongStream.of(nanos).max().orElse(0) / 1e6,
                "ms");
    }

    private static double median(long... values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** By turns, so that what else the machine does falls on both. */
    private void decisions() {
        try (RateLimiters without =
                        LocalRateLimiters.builder().limit("search", OWN).build();
                RateLimiters with =
                        LocalRateLimiters.builder().limit("search", OWN).build()) {
            IntStream.range(0, KEYS)
                    .forEach(i -> with.get("search").forKey("customer" + i).setRate(GIFT));
            RateLimiter[] plain = others(without);
            RateLimiter[] beside = others(with);
            long[] plainNanos = new long[ROUNDS];
            long[] besideNanos = new long[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                plainNanos[i] = decide(plain);
                besideNanos[i] = decide(beside);
            }
            tell("a decision within the process", median(plainNanos) / DECISIONS, "ns");
            tell("the same beside keys with limits", median(besideNanos) / DECISIONS, "ns");
        }
    }

    private static RateLimiter[] others(RateLimiters limiters) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> limiters.get("search").forKey("other" + i))
                .toArray(RateLimiter[]::new);
    }

    private static long decide(RateLimiter[] limiters) {
        long granted = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < DECISIONS; i++) {
            granted += limiters[i % limiters.length].tryAcquire() ? 1 : 0;
        }
        long nanos = System.nanoTime() - begin;
        assertThat(granted).isEqualTo(DECISIONS);
        return nanos;
    }
}
