package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.store.Limits;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;

/** A process of this version beside one of the next, which keeps its states under keys of its own version. */
class NextVersionTests {

    private static final int RATE = 5;

    private static final RealRedis redis = RealRedis.open();
    private static final RealRedis next = new RealRedis(Redis.shared(), clientOfTheNextVersion());

    private static RedissonClient clientOfTheNextVersion() {
        Config config = new Config().setNameMapper(new NameMapper() {
            @Override
            public String map(String name) {
                return name.replaceFirst(":(..)[12]$", ":$13");
            }

            @Override
            public String unmap(String name) {
                return name;
            }
        });
        config.useSingleServer().setAddress(Redis.shared().url()).setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    @AfterAll
    static void close() {
        redis.close();
        next.close();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("2.15 processes of two state formats together grant at most the sum, and lock nobody out")
    void grantAtMostTheSum(Algorithm algorithm) {
        String prefix = UUID.randomUUID().toString();
        RateLimit limit = Limits.of(RATE, Duration.ofHours(1), algorithm);
        long each = algorithm == Algorithm.LEAKY_BUCKET ? 1 : RATE;
        try (RateLimiters ours = redis.limiters(prefix).build();
                RateLimiters theirs = next.limiters(prefix).build()) {
            RateLimiter here = ours.declare("api", limit);
            RateLimiter there = theirs.declare("api", limit);
            long grantedHere = 0;
            long grantedThere = 0;
            for (int i = 0; i < 4 * RATE; i++) {
                grantedHere += here.tryAcquire() ? 1 : 0;
                grantedThere += there.tryAcquire() ? 1 : 0;
            }
            assertThat(grantedHere).isEqualTo(each);
            assertThat(grantedThere).isEqualTo(each);
            assertThat(redis.keys(prefix + ":api"))
                    .hasSize(2)
                    .anyMatch(key -> !key.endsWith("3"))
                    .anyMatch(key -> key.endsWith("3"))
                    .allMatch(key -> redis.client().getBucket(key).remainTimeToLive() > 0);
            there.reset();
            assertThat(there.tryAcquire()).isTrue();
            assertThat(here.tryAcquire()).isFalse();
        }
    }

    @Test
    void blocksOfLimitersAreThoseOfBothAndBlocksOfKeysOfOne() {
        String prefix = UUID.randomUUID().toString();
        RateLimit limit = RateLimit.of(RATE, Duration.ofHours(1));
        try (RateLimiters ours = redis.limiters(prefix).limit("api", limit).build();
                RateLimiters theirs = RedisRateLimiters.builder(next.client())
                        .prefix(prefix)
                        .timeout(Duration.ofSeconds(10))
                        .limit("api", limit)
                        .build()) {
            ours.get("api").forKey("alice").block(Duration.ofHours(1));
            assertThat(theirs.get("api").forKey("alice").tryAcquire()).isTrue();

            ours.get("api").block(Duration.ofHours(1));
            Awaitility.await()
                    .until(() -> theirs.get("api")
                            .forKey("alice")
                            .decide(1, Duration.ZERO)
                            .blocked());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    @DisplayName("2.15 what calls really cost counts in the state of the version that granted them")
    void settleEachByItself(Algorithm algorithm) throws Exception {
        String prefix = UUID.randomUUID().toString();
        RateLimit limit = Limits.of(RATE, Duration.ofHours(1), algorithm);
        try (RateLimiters ours = redis.limiters(prefix).build();
                RateLimiters theirs = next.limiters(prefix).build()) {
            RateLimiter here = ours.declare("api", limit);
            RateLimiter there = theirs.declare("api", limit);
            Hold ofHere = here.hold(1, Duration.ZERO);
            Hold ofThere = there.hold(3, Duration.ZERO);

            settle(ofHere, 3);
            assertThat(here.availablePermits()).isEqualTo(2);
            assertThat(there.availablePermits()).isEqualTo(2);
            settle(ofThere, 4);
            assertThat(here.availablePermits()).isEqualTo(2);
            assertThat(there.availablePermits()).isEqualTo(1);

            settle(here.hold(1, Duration.ZERO), 9);
            assertThat(here.tryAcquire()).isFalse();
            assertThat(there.tryAcquire()).isTrue();
        }
    }

    private static void settle(Hold hold, long actual) throws Exception {
        hold.settleAsync(actual).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
