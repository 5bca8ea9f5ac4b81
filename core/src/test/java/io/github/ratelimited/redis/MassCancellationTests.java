package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten thousand callers of one instance who give up in the same moment. */
@Timeout(120)
class MassCancellationTests {

    private static final int WAITS = 10_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void looksLikeNoOutageToTheSameLimiterOrToOthers() {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RateLimiters limiters = RedisRateLimiters.builder(redis.client())
                        .prefix("crowd")
                        .timeout(Duration.ofSeconds(2))
                        .denialCache(Duration.ZERO)
                        .onFailure(name -> name.equals("other") ? FailurePolicy.LOCAL : FailurePolicy.CLOSED)
                        .build()) {
            RateLimiter crowded = limiters.declare("crowded", RateLimit.of(500, Duration.ofSeconds(1)));
            RateLimiter other = limiters.declare("other", RateLimit.of(1_000_000, Duration.ofSeconds(1)));
            limiters.get("crowded").limit();
            List<CompletableFuture<Decision>> waits = new ArrayList<>();
            for (int i = 0; i < WAITS; i++) {
                waits.add(crowded.decideAsync(1, MINUTE).toCompletableFuture());
                if (i % 500 == 499) {
                    crowded.decide(0, Duration.ZERO);
                }
            }
            long before = CountedScripts.on(server.redis());

            waits.forEach(wait -> wait.cancel(false));
            List<CompletionStage<Decision>> meanwhile = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                meanwhile.add(crowded.decideAsync(1, Duration.ZERO));
                meanwhile.add(other.decideAsync(1, Duration.ZERO));
            }
            assertThat(meanwhile)
                    .allSatisfy(stage -> assertThat(stage.toCompletableFuture()
                                    .get(20, TimeUnit.SECONDS)
                                    .basis())
                            .isEqualTo(Basis.STORE));
            // Which fails rather than tell what this process has counted.
            Awaitility.await().until(() -> crowded.availablePermits() > 0);
            assertThat(CountedScripts.on(server.redis()) - before).isLessThan(1_000);
        }
    }
}
