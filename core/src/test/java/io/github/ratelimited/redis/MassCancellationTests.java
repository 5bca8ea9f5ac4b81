package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterInterruptedException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten thousand callers of one instance who give up in the same moment. */
@Timeout(120)
class MassCancellationTests {

    private static final int WAITS = 10_000;
    private static final int THREADS = 500;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private RedisServer server;
    private RealRedis redis;
    private RateLimiters limiters;
    private RateLimiter other;

    @BeforeEach
    void open() {
        server = RedisServer.start();
        redis = RealRedis.open(server.redis());
        limiters = RedisRateLimiters.builder(redis.client())
                .prefix("crowd")
                .timeout(Duration.ofSeconds(20))
                .denialCache(Duration.ZERO)
                .onFailure(name -> name.equals("other") ? FailurePolicy.LOCAL : FailurePolicy.CLOSED)
                .build();
        other = limiters.declare("other", RateLimit.of(1_000_000, SECOND));
    }

    @AfterEach
    void close() {
        limiters.close();
        redis.close();
        server.close();
    }

    private RateLimiter crowded(int rate) {
        RateLimiter crowded = limiters.declare("crowded", RateLimit.of(rate, SECOND));
        crowded.limit();
        return crowded;
    }

    @Test
    void looksLikeNoOutageToTheSameLimiterOrToOthers() {
        RateLimiter crowded = crowded(500);
        List<CompletableFuture<Decision>> waits = new ArrayList<>();
        for (int i = 0; i < WAITS; i++) {
            waits.add(crowded.decideAsync(1, MINUTE).toCompletableFuture());
            if (i % 500 == 499) {
                crowded.decide(0, Duration.ZERO);
            }
        }
        assertRedisDecidesAfter(() -> waits.forEach(wait -> wait.cancel(false)), crowded);
    }

    @Test
    void looksLikeNoOutageWhereThreadsAreInterrupted() throws InterruptedException {
        RateLimiter crowded = crowded(50);
        Queue<Throwable> ends = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                try {
                    while (true) {
                        crowded.decide(1, MINUTE);
                    }
                } catch (RuntimeException ex) {
                    ends.add(ex);
                }
            }));
        }
        threads.forEach(Thread::start);
        Awaitility.await()
                .untilAsserted(() -> assertThat(threads)
                        .allSatisfy(thread -> assertThat(thread.getState()).isEqualTo(Thread.State.WAITING)));

        assertRedisDecidesAfter(() -> threads.forEach(Thread::interrupt), crowded);

        for (Thread thread : threads) {
            thread.join(MINUTE.toMillis());
        }
        assertThat(ends).hasSize(THREADS).hasOnlyElementsOfType(RateLimiterInterruptedException.class);
    }

    private void assertRedisDecidesAfter(Runnable end, RateLimiter crowded) {
        long before = CountedScripts.on(server.redis());
        end.run();
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
        assertThat(CountedScripts.on(server.redis()) - before).isLessThan(WAITS / 4);
    }
}
