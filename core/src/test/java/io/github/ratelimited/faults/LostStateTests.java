package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Redis that goes on deciding, but forgets. */
class LostStateTests {

    private static final long RATE = FaultyRedis.LIMIT.rate();

    @Test
    @DisplayName("SCRIPT FLUSH is not noticed, and FLUSHALL gives the limit once more")
    void goesOnWithoutItsScriptsAndStates() {
        try (FaultyRedis redis = FaultyRedis.startWithPatience();
                Traffic traffic = Traffic.on(redis.limiter)) {
            traffic.await((int) RATE + 50, call -> call.isOf(Basis.STORE));
            redis.server.redis().command("SCRIPT", "FLUSH");
            traffic.await(100, call -> call.isOf(Basis.STORE));
            assertThat(traffic.grants()).isEqualTo(RATE);
            redis.server.redis().command("FLUSHALL");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> traffic.grants() >= 2 * RATE);
            traffic.await(50, call -> call.isOf(Basis.STORE));
            traffic.end();
            assertThat(traffic.grants()).isEqualTo(2 * RATE);
            assertThat(traffic.count(call -> !call.isOf(Basis.STORE))).isZero();
        }
    }

    /** A limit of one for each of more keys than fit. Who is asked for all the time is not what goes first. */
    @Test
    @DisplayName("eviction costs no errors, and a key that is evicted has its limit once more")
    void goesOnWhileKeysAreEvicted() {
        var settings = RedisServer.builder().setting("maxmemory", "2mb").setting("maxmemory-policy", "allkeys-lru");
        try (FaultyRedis redis = new FaultyRedis(settings, FailurePolicy.CLOSED);
                RateLimiters patient = RedisRateLimiters.builder(redis.client)
                        .timeout(Duration.ofSeconds(10))
                        .onFailure(FailurePolicy.CLOSED)
                        .build()) {
            RateLimiter limiter = patient.declare("each", RateLimit.of(1, Duration.ofHours(1)));
            int keys = 15_000;
            long granted = 0;
            for (int round = 0; round < 2; round++) {
                for (int from = 0; from < keys; from += 100) {
                    granted += granted(limiter, from, from + 100);
                }
            }
            long evicted = evicted(redis);
            assertThat(evicted).isPositive();
            assertThat(granted).isBetween((long) keys, keys + evicted);
            System.out.printf("eviction: %d keys, %d evicted, %d granted%n", keys, evicted, granted);
        }
    }

    private static long granted(RateLimiter limiter, int from, int to) {
        List<CompletableFuture<Decision>> answers = new ArrayList<>();
        for (int key = from; key < to; key++) {
            answers.add(limiter.forKey(key).decideAsync(1, Duration.ZERO).toCompletableFuture());
        }
        return answers.stream()
                .map(CompletableFuture::join)
                .filter(Decision::allowed)
                .count();
    }

    private static long evicted(FaultyRedis redis) {
        Matcher stats = Pattern.compile("evicted_keys:(\\d+)")
                .matcher(String.valueOf(redis.server.redis().command("INFO", "stats")));
        assertThat(stats.find()).isTrue();
        return Long.parseLong(stats.group(1));
    }
}
