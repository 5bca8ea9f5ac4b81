package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks while Redis is down; limiters are named after their failure policies. */
class BlocksInOutagesTests {

    private static final RateLimit LIMIT = RateLimit.of(5, Duration.ofHours(1));
    private static final Duration HOUR = Duration.ofHours(1);

    private final Set<String> unblocked = ConcurrentHashMap.newKeySet();
    private final RedisServer server = RedisServer.start();
    private final RealRedis redis = RealRedis.open(server.redis());
    private final RateLimiters limiters = RedisRateLimiters.builder(redis.client())
            .timeout(Duration.ofMillis(300))
            .onFailure(name -> FailurePolicy.valueOf(name.toUpperCase(Locale.ROOT)))
            .observer(new LimiterObserver() {
                @Override
                public void unblocked(LimiterKey limiterKey) {
                    unblocked.add(limiterKey.key());
                }
            })
            .limit("local", LIMIT)
            .limit("open", LIMIT)
            .limit("closed", LIMIT)
            .build();

    @BeforeEach
    void connect() {
        for (FailurePolicy policy : FailurePolicy.values()) {
            assertThat(of(policy).tryAcquire()).isTrue();
        }
    }

    @AfterEach
    void close() {
        limiters.close();
        redis.close();
        server.close();
    }

    private RateLimiter of(FailurePolicy policy) {
        return limiters.get(policy.name().toLowerCase(Locale.ROOT));
    }

    private static void fails(Runnable change) {
        assertThatExceptionOfType(RateLimiterUnavailableException.class).isThrownBy(change::run);
    }

    @Test
    void aLimiterIsNotBlockedInPartsWhereItCannotBeBlocked() {
        server.kill();
        RateLimiter local = of(FailurePolicy.LOCAL);

        fails(() -> local.block(HOUR));

        assertThat(local.tryAcquire()).isTrue();
        assertThat(local.forKey("alice").tryAcquire()).isTrue();
        fails(local::unblock);
        fails(local::blockedFor);
    }

    @Test
    void aKeyIsBlockedInThisInstanceAlthoughTheCallFails() {
        server.kill();
        RateLimiter alice = of(FailurePolicy.LOCAL).forKey("alice");

        fails(() -> alice.block(HOUR));

        assertThat(alice.decide(1, Duration.ZERO).blocked()).isTrue();
        assertThat(of(FailurePolicy.LOCAL).forKey("bob").tryAcquire()).isTrue();
    }

    @Test
    void aKeyOfThisInstanceIsUnblockedInItAlthoughTheCallFails() {
        RateLimiter alice = of(FailurePolicy.LOCAL).forKey("alice");
        alice.block(HOUR);
        server.kill();
        assertThat(alice.decide(1, Duration.ZERO).blocked()).isTrue();

        fails(alice::unblock);

        assertThat(alice.tryAcquire()).isTrue();
    }

    @Test
    void aKeyThatAnotherInstanceHasUnblockedIsNotBlockedAgain() {
        RateLimiter alice = of(FailurePolicy.LOCAL).forKey("alice");
        alice.block(HOUR);
        try (RateLimiters others =
                RedisRateLimiters.builder(redis.client()).limit("local", LIMIT).build()) {
            others.get("local").forKey("alice").unblock();
        }
        Awaitility.await().until(() -> !alice.decide(0, Duration.ZERO).blocked() && unblocked.contains("alice"));
        server.kill();

        assertThat(alice.tryAcquire()).isTrue();
    }

    @Test
    void aLimiterThatIsKnownToBeBlockedStaysSoUnderEachPolicy() {
        for (FailurePolicy policy : FailurePolicy.values()) {
            of(policy).block(HOUR);
        }
        server.kill();
        for (FailurePolicy policy : FailurePolicy.values()) {
            assertThat(of(policy).forKey("alice").decide(1, Duration.ZERO).blocked())
                    .as(policy.name())
                    .isTrue();
        }
    }
}
