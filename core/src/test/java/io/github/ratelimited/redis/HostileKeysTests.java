package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

class HostileKeysTests {

    private static final String LONG = "x".repeat(10_000);

    private static final List<Object> KEYS = List.of(
            "",
            " ",
            "%",
            "%%",
            "%25",
            "%0025",
            "%007B",
            "{",
            "}",
            "{}",
            "user:{42",
            "user:{42}",
            "a{}b",
            "a}b{c",
            "a:b",
            "a:b:sw2",
            "}:sw2",
            "*",
            "a?[b]",
            "\0",
            "\n",
            "\r\n",
            "a\nb",
            "\u0085",
            "\uD83D\uDE00",
            "\uD83D",
            "\uDE00",
            "?",
            "é",
            "e\u0301",
            LONG,
            LONG + "y",
            "é".repeat(100),
            "é".repeat(101),
            "%sha256:" + "0".repeat(64),
            42,
            4.2,
            List.of(),
            List.of(""),
            List.of("", ""),
            List.of("a", "b"),
            List.of("a,b"),
            List.of(List.of("a"), "b"),
            List.of(List.of("a", "b")),
            Optional.of("optional"),
            new int[] {1, 2},
            new int[] {12});

    @Test
    @DisplayName("2.13 hostile keys collide with nothing and leave nothing behind")
    void keepsKeysApart() {
        try (RealRedis redis = RealRedis.open();
                RateLimiters limiters = redis.limiters("hostile").build()) {
            assertKept(redis.client(), limiters);
        }
    }

    @Test
    @DisplayName("2.13 hostile keys work on a Cluster")
    void worksOnACluster() {
        try (RealCluster cluster = RealCluster.open();
                RateLimiters limiters = cluster.limiters("hostile")
                        .onFailure(FailurePolicy.CLOSED)
                        .timeout(Duration.ofSeconds(10))
                        .build()) {
            assertKept(cluster.client(), limiters);
            RateLimiter user = limiters.declare("user", RateLimit.of(1, Duration.ofHours(1)));
            RateLimiter tenant = limiters.declare("tenant", RateLimit.of(9, Duration.ofHours(1)));
            for (Object key : KEYS) {
                Map<RateLimiter, Long> both = Map.of(user.forKey(key), 1L, tenant.forKey(key), 1L);
                assertThat(limiters.decide(both, Duration.ZERO).allowed()).isTrue();
                assertThat(limiters.decide(both, Duration.ZERO).allowed()).isFalse();
                assertThat(tenant.forKey(key).availablePermits()).isEqualTo(8);
            }
        }
    }

    private static void assertKept(RedissonClient client, RateLimiters limiters) {
        RateLimiter limiter = limiters.declare("api", RateLimit.of(1, Duration.ofHours(1)));
        List<RateLimiter> all = new ArrayList<>(List.of(limiter));
        KEYS.forEach(key -> all.add(limiter.forKey(key)));
        for (RateLimiter one : all) {
            assertThat(one.tryAcquire()).as("first of %s", one).isTrue();
        }
        for (RateLimiter one : all) {
            assertThat(one.tryAcquire()).as("second of %s", one).isFalse();
        }
        List<String> stored = keys(client);
        assertThat(stored).hasSameSizeAs(all);
        for (String key : stored) {
            assertThat(key).matches("hostile:api:\\{[^{}\\p{Cntrl}]+}:sw2");
            assertThat(key.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(240);
            assertThat(client.getBucket(key).remainTimeToLive()).isPositive();
        }
        all.forEach(RateLimiter::reset);
        assertThat(keys(client)).isEmpty();
    }

    private static List<String> keys(RedissonClient client) {
        try (Stream<String> keys = client.getKeys().getKeysStream()) {
            return keys.filter(key -> key.startsWith("hostile:api:")).toList();
        }
    }
}
