package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.conformance.TimedNodes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SeveralLimitsTests extends TimedNodes {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final String prefix = UUID.randomUUID().toString();
    private final RateLimiters limiters = node();
    private final RateLimiter shared = limiters.declare("shared", RateLimit.of(100, Duration.ofSeconds(10)));
    private final RateLimiter user = limiters.declare("user", RateLimit.of(1, Duration.ofSeconds(10)));

    @Override
    protected RateLimiters open() {
        return redis.limiters(prefix).testTime(clock, timer).build();
    }

    private Map<RateLimiter, Long> of(String name) {
        Map<RateLimiter, Long> both = new LinkedHashMap<>();
        both.put(shared, 1L);
        both.put(user.forKey(name), 1L);
        return both;
    }

    @Test
    @DisplayName("2.16 one user's wait takes nothing of a limit that all share, and blocks nobody")
    void aUsersWaitBlocksNobody() {
        assertThat(limiters.decide(of("alice"), Duration.ZERO).allowed()).isTrue();
        CompletableFuture<Decision> waiting =
                limiters.decideAsync(of("alice"), Duration.ofMinutes(1)).toCompletableFuture();
        await(() -> timer.waiting() == 1);

        assertThat(shared.availablePermits()).isEqualTo(99);
        for (int i = 0; i < 98; i++) {
            assertThat(limiters.decide(of("user" + i), Duration.ZERO).allowed()).isTrue();
        }
        assertThat(shared.tryAcquire()).isTrue();
        timer.advance(11 * SECOND);
        await(waiting::isDone);
        assertThat(waiting.join().allowed()).isTrue();
    }

    @Test
    @DisplayName("many calls with many limits at once are all decided, and take no more than is there")
    void decidesManyCallsWithManyLimits() {
        Map<RateLimiter, Long> all = new LinkedHashMap<>();
        for (int i = 0; i < 64; i++) {
            RateLimit limit = RateLimit.of(200, Duration.ofHours(1)).withAlgorithm(Algorithm.TOKEN_BUCKET);
            all.put(limiters.declare("bucket" + i, limit), 1L);
        }
        List<CompletableFuture<Decision>> asked = Stream.generate(
                        () -> limiters.decideAsync(all, Duration.ZERO).toCompletableFuture())
                .limit(150)
                .toList();
        assertThat(asked)
                .allSatisfy(decision -> assertThat(decision)
                        .succeedsWithin(Duration.ofSeconds(20))
                        .matches(Decision::allowed));
        assertThat(limiters.get("bucket63").availablePermits()).isEqualTo(50);
    }

    @Test
    @DisplayName("2.16 two limits share no key, whatever their keys")
    void limitsShareNoKey() {
        assertThat(user.forKey("alice").tryAcquire()).isTrue();
        assertThat(shared.forKey("alice").availablePermits()).isEqualTo(100);
        assertThat(limiters.declare("user2", user.limit()).forKey("alice").tryAcquire())
                .isTrue();
        assertThat(user.forKey("alice").tryAcquire()).isFalse();
    }
}
