package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.conformance.TimedNodes;
import io.github.ratelimited.store.GrantTimes;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits that change, and deployments that disagree about them. */
@Tag("once")
class ChangedLimitsTests extends TimedNodes {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final String prefix = UUID.randomUUID().toString();
    private final Random random = new Random(5);

    @Override
    protected RateLimiters open() {
        return redis.limiters(prefix).testTime(clock, timer).build();
    }

    private GrantTimes grantsOf(long micros, RateLimiter... nodes) {
        List<Long> grants = new ArrayList<>();
        long end = clock.micros() + micros;
        while (clock.micros() < end) {
            RateLimiter node = nodes[random.nextInt(nodes.length)];
            while (random.nextInt(4) > 0 && node.tryAcquire()) {
                grants.add(clock.micros());
            }
            clock.advance(random.nextInt(500_000));
        }
        return new GrantTimes(grants.stream().mapToLong(Long::longValue).toArray());
    }

    @ParameterizedTest(name = "2.6 lowering a rate does not over-admit later: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void admitsNoMoreThanTheLoweredRate(Algorithm algorithm) {
        RateLimit high = limit(40, 10).withAlgorithm(algorithm);
        RateLimit low = limit(4, 10).withAlgorithm(algorithm);
        RateLimiter limiter = limiter(high);
        for (int round = 0; round < 5; round++) {
            limiter.setRate(high);
            grantsOf(random.nextInt(20) * SECOND, limiter);
            limiter.setRate(low);
            grantsOf(60 * SECOND, limiter).assertKeep(low);
        }
    }

    @Test
    @DisplayName("2.6 a rate that is lowered for a moment and raised again forgets no use")
    void forgetsNoUseWhenARateIsLoweredAndRaised() {
        for (Algorithm algorithm : Algorithm.values()) {
            RateLimit high = Limits.of(40, TEN_SECONDS, algorithm);
            RateLimiter limiter = node().declare(algorithm.name(), high);
            long taken = grantedOf(40, limiter);
            limiter.setRate(Limits.of(4, TEN_SECONDS, algorithm));
            assertThat(grantedOf(5, limiter)).isZero();
            limiter.setRate(high);
            assertThat(grantedOf(40, limiter)).as(algorithm.name()).isZero();
            assertThat(taken).isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 1 : 40);
        }
    }

    @Test
    void aRateThatAloneWouldChooseTheOtherWindowForgetsNoUseAndNoBlock() {
        RateLimiter limiter = limiter(limit(5, 60));
        limiter.acquire(2);
        limiter.forKey("mallory").block(TEN_SECONDS);
        limiter.setRate(limit(200_000, 60));
        assertThat(limiter.availablePermits()).isEqualTo(199_998);
        assertThat(limiter.forKey("mallory").tryAcquire()).isFalse();
    }

    @Test
    @DisplayName("2.11 a redeployment with a new rate takes effect at once, and so does a rollback")
    void aRedeploymentTakesEffect() {
        limiter(limit(10, 60)).acquire(10);
        RateLimiter next = limiter(limit(20, 60));
        assertThat(next.limit()).isEqualTo(limit(20, 60));
        assertThat(grantedOf(30, next)).isEqualTo(10);
        RateLimiter back = limiter(limit(10, 60));
        assertThat(back.limit()).isEqualTo(limit(10, 60));
        assertThat(back.tryAcquire()).isFalse();
    }

    @Test
    @DisplayName("2.12 setRate with an unchanged limit on each request does not disable limiting")
    void settingTheSameRateOnEachRequestKeepsLimiting() {
        for (Algorithm algorithm : Algorithm.values()) {
            RateLimiter limiter = node().get(algorithm.name());
            RateLimit limit = Limits.of(10, Duration.ofMinutes(1), algorithm);
            long granted = 0;
            for (int i = 0; i < 30; i++) {
                limiter.setRate(limit);
                granted += limiter.tryAcquire() ? 1 : 0;
            }
            assertThat(granted).as(algorithm.name()).isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 1 : 10);
        }
    }

    static Stream<Arguments> disagreements() {
        List<Arguments> pairs = new ArrayList<>();
        for (Algorithm one : Algorithm.values()) {
            pairs.add(Arguments.of(Limits.of(10, TEN_SECONDS, one), Limits.of(30, TEN_SECONDS, one)));
            pairs.add(Arguments.of(Limits.of(10, TEN_SECONDS, one), Limits.of(10, Duration.ofSeconds(2), one)));
            pairs.add(Arguments.of(Limits.of(10, TEN_SECONDS, one), Limits.of(5, Duration.ofMinutes(1), one)));
            for (Algorithm other : Algorithm.values()) {
                if (one.compareTo(other) < 0) {
                    pairs.add(Arguments.of(Limits.of(10, TEN_SECONDS, one), Limits.of(30, TEN_SECONDS, other)));
                }
            }
        }
        return pairs.stream();
    }

    @ParameterizedTest(name = "2.15 two deployments that alternate are neither unlimited nor locked out: {0}, {1}")
    @MethodSource("disagreements")
    void deploymentsThatDisagreeStayLimited(RateLimit one, RateLimit other) {
        RateLimiter old = limiter(one);
        RateLimiter young = limiter(other);
        assertThat(old.limit()).isEqualTo(one);
        assertThat(young.limit()).isEqualTo(other);
        GrantTimes grants = grantsOf(180 * SECOND, old, young);

        long longest = Math.max(Micros.of(one.interval()), Micros.of(other.interval()));
        assertThat(grants.mostWithin(longest)).isLessThanOrEqualTo(most(one, longest) + most(other, longest));
        clock.advance(2 * longest);
        assertThat(old.tryAcquire()).isTrue();
        clock.advance(2 * longest);
        assertThat(young.tryAcquire()).isTrue();
    }

    /** What one of them alone lets through in a span that is a multiple of its interval. */
    private static long most(RateLimit limit, long span) {
        long intervals = span / Micros.of(limit.interval());
        return switch (limit.algorithm()) {
            case SLIDING_WINDOW -> limit.rate() * intervals;
            default -> limit.rate() * (intervals + 1);
        };
    }

    @Test
    @DisplayName("2.15 another format of the state has a key of its own, so that neither reads what the other wrote")
    void anotherFormatHasAnotherKey() {
        for (Algorithm algorithm : Algorithm.values()) {
            node().declare(algorithm.name(), Limits.of(1, Duration.ofHours(1), algorithm))
                    .acquire();
        }
        assertThat(redis.keys(prefix).stream()
                        .filter(key -> !key.endsWith(":limits"))
                        .map(key -> key.substring(key.lastIndexOf(':') + 1)))
                .containsExactlyInAnyOrder("sw2", "sc2", "fw2", "tb2", "lb2", "cw1");
    }
}
