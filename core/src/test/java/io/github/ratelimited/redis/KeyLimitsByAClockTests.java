package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of single keys that end, and outlive their server, by a set clock. */
class KeyLimitsByAClockTests {

    private static final RateLimit OWN = RateLimit.of(1_000, Duration.ofMinutes(1));
    private static final RateLimit GIFT = RateLimit.of(2_000, Duration.ofMinutes(1));
    private static final Duration HOUR = Duration.ofHours(1);

    private final RedisServer server = RedisServer.start();
    private final RealRedis redis = RealRedis.open(server.redis());
    private final TestClock clock = new TestClock();
    private final List<RateLimiters> opened = new ArrayList<>();
    private final RateLimiter one = open();
    private final RateLimiter other = open();

    private RateLimiter open() {
        RateLimiters limiters = RedisRateLimiters.builder(redis.client())
                .timeout(Duration.ofSeconds(10))
                .testTime(clock, new ManualTimer(clock))
                .limit("search", OWN)
                .build();
        opened.add(limiters);
        return limiters.get("search");
    }

    @AfterEach
    void close() {
        opened.forEach(RateLimiters::close);
        redis.close();
        server.close();
    }

    /** A client that has lost its server takes seconds to find it again. */
    private static ConditionFactory patiently() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }

    private static void knows(RateLimiter limiter, RateLimit limit) {
        patiently().until(() -> limiter.limit().equals(limit));
    }

    @Test
    void theyEndOnAllInstancesAndInRedis() {
        one.forKey("acme").setRate(GIFT, HOUR);
        one.forKey("globex").setRate(GIFT);
        knows(other.forKey("acme"), GIFT);
        knows(other.forKey("globex"), GIFT);
        clock.advance(Micros.of(HOUR) - 1);
        assertThat(List.of(one, other))
                .allMatch(each -> each.forKey("acme").limit().equals(GIFT));
        assertThat(open().forKey("acme").limit()).isEqualTo(GIFT);

        clock.advance(1);
        assertThat(List.of(one, other, open()))
                .allMatch(each -> each.forKey("acme").limit().equals(OWN))
                .allMatch(each -> !each.forKey("acme").isRateSet())
                .allMatch(each -> each.forKey("globex").limit().equals(GIFT));
        Awaitility.await()
                .until(() -> redis.server()
                        .command("HLEN", "ratelimited:{ratelimited:limits}:keys")
                        .equals(1L));
        assertThat(one.forKey("acme").trySetRate(GIFT)).isTrue();
    }

    @Test
    void theLastKnownAreInForceWhileRedisIsDownAndEndThereToo() {
        one.forKey("acme").setRate(GIFT, HOUR);
        one.forKey("globex").setRate(GIFT);
        knows(other.forKey("acme"), GIFT);
        knows(other.forKey("globex"), GIFT);
        server.kill();

        for (RateLimiter each : List.of(one, other)) {
            Decision decision = each.forKey("acme").decide(1, Duration.ZERO);
            assertThat(decision.basis()).isEqualTo(Basis.LOCAL);
            assertThat(decision.origin()).isEqualTo(Origin.KEY);
            assertThat(decision.limit()).isEqualTo(GIFT);
            assertThat(each.forKey("initech").decide(1, Duration.ZERO).limit()).isEqualTo(OWN);
        }
        clock.advance(Micros.of(HOUR));
        assertThat(other.forKey("acme").decide(1, Duration.ZERO).limit()).isEqualTo(OWN);
        assertThat(other.forKey("globex").decide(1, Duration.ZERO).limit()).isEqualTo(GIFT);

        server.restart();
        knows(other.forKey("globex"), OWN);
        one.forKey("initech").setRate(GIFT);
        knows(other.forKey("initech"), GIFT);
    }

    @Test
    void anInstanceThatStartsWithoutRedisCountsUnderTheOwnLimitAndLearnsThemLater() {
        server.kill();
        RateLimiter late = open();
        Decision decision = late.forKey("acme").decide(1, Duration.ZERO);
        assertThat(decision.basis()).isEqualTo(Basis.LOCAL);
        assertThat(decision.limit()).isEqualTo(OWN);

        server.restart();
        patiently().ignoreExceptions().until(() -> one.forKey("acme").trySetRate(GIFT));
        knows(late.forKey("acme"), GIFT);
    }
}
