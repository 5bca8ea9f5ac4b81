package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;

/** Blocks of whole limiters as two instances see them. */
class BlockedNamesTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final RateLimit LIMIT = RateLimit.of(1000, Duration.ofMillis(200));
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final String prefix = "names-" + UUID.randomUUID();
    private final RateLimiters here = open();
    private final RateLimiters there = open();

    private RateLimiters open() {
        return redis.limiters(prefix)
                .limit("api", LIMIT)
                .limit("own", new RateLimit(1000, MINUTE, Algorithm.SLIDING_WINDOW, 1000, RateType.PER_CLIENT))
                .build();
    }

    @AfterEach
    void closeLimiters() {
        here.close();
        there.close();
    }

    private static Decision now(RateLimiter limiter) {
        return limiter.decide(1, Duration.ZERO);
    }

    private static void awaits(RateLimiter limiter, boolean blocked) {
        Awaitility.await().until(() -> now(limiter).blocked() == blocked);
    }

    @Test
    void aBlockIsKnownHereAtOnceAndElsewhereSoon() {
        RateLimiter alice = there.get("api").forKey("alice");
        assertThat(now(alice).allowed()).isTrue();

        here.get("api").block(MINUTE);

        assertThat(now(here.get("api").forKey("alice")).blocked()).isTrue();
        awaits(alice, true);
        assertThat(now(alice).retryAfter()).isBetween(Duration.ofSeconds(50), MINUTE);
        assertThat(now(there.get("api").forKey("bob")).blocked()).isTrue();
        assertThat(alice.blockedFor()).isBetween(Duration.ofSeconds(50), MINUTE);

        here.get("api").unblock();

        assertThat(now(here.get("api").forKey("alice")).allowed()).isTrue();
        awaits(alice, false);
    }

    @Test
    void aBlockIsNotMadeShorterByAnotherInstance() {
        here.get("api").block(MINUTE);
        there.get("api").block(Duration.ofSeconds(1));
        assertThat(now(there.get("api").forKey("alice")).retryAfter()).isGreaterThan(Duration.ofSeconds(50));
    }

    @Test
    void aBlockSurvivesARestart() {
        here.get("api").block(MINUTE);
        here.close();
        there.close();
        try (RateLimiters restarted = open()) {
            assertThat(now(restarted.get("api").forKey("alice")).blocked()).isTrue();
        }
    }

    @Test
    void aBlockIsGoneAtItsEndAndLeavesNothing() {
        here.get("api").block(Duration.ofMillis(700));
        awaits(there.get("api").forKey("alice"), true);
        awaits(there.get("api").forKey("alice"), false);
        Awaitility.await()
                .until(() -> redis.client().getMap(prefix + ":limits", StringCodec.INSTANCE).keySet().stream()
                        .noneMatch(field -> String.valueOf(field).startsWith("%block")));
    }

    @Test
    void aBlockOfALimitPerClientIsThatOfThisInstance() {
        RateLimiter own = here.get("own");
        own.block(MINUTE);
        assertThat(now(own.forKey("alice")).blocked()).isTrue();
        assertThat(now(there.get("own").forKey("alice")).allowed()).isTrue();
        here.get("api").block(MINUTE);
        awaits(there.get("api"), true);
        assertThat(now(there.get("own").forKey("alice")).allowed()).isTrue();
    }

    @Test
    void aBlockIsNoLimit() {
        here.get("api").block(MINUTE);
        awaits(there.get("api"), true);
        assertThat(there.names()).containsExactlyInAnyOrder("api", "own");
        assertThat(there.get("api").limit()).isEqualTo(LIMIT);
    }
}
