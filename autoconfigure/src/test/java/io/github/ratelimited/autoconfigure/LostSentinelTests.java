package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

/** One sentinel is enough to start with. */
class LostSentinelTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @AutoClose
    private final RedisServer first = RedisServer.start();

    @AutoClose
    private final RedisServer second = RedisServer.builder()
            .setting("replicaof", first.host() + " " + first.port())
            .start();

    @Test
    void oneSentinelIsEnough() {
        try (RedisServer sentinel = sentinel()) {
            run(context -> assertDecides(context.getBean(RateLimiters.class)), sentinel);
        }
    }

    @Test
    void sentinelThatWasDownAtTheStartTellsOfANewMasterLater() {
        try (RedisServer down = sentinel();
                RedisServer other = sentinel()) {
            await(() -> tells(down, "sentinel", "slaves=1,sentinels=2")
                    && tells(other, "sentinel", "slaves=1,sentinels=2"));
            down.kill();
            run(
                    context -> {
                        RateLimiters limiters = context.getBean(RateLimiters.class);
                        assertDecides(limiters);
                        down.restart();
                        await(() -> String.valueOf(down.redis().command("CLIENT", "LIST"))
                                .contains("name=app"));
                        other.kill();
                        // A sentinel refuses it until it has heard of a replica to promote.
                        await(() -> "OK".equals(down.redis().command("SENTINEL", "FAILOVER", "main")));
                        await(() -> tells(second, "replication", "role:master"));
                        first.kill();
                        assertDecides(limiters);
                    },
                    down,
                    other);
        }
    }

    /** A sentinel that needs no other to agree. */
    private RedisServer sentinel() {
        return RedisServer.builder()
                .setting("sentinel", "monitor main " + first.host() + " " + first.port() + " 1")
                .setting("sentinel", "down-after-milliseconds main 1000")
                .start();
    }

    private static void run(ContextConsumer<AssertableApplicationContext> test, RedisServer... sentinels) {
        String nodes = Arrays.stream(sentinels)
                .map(sentinel -> sentinel.host() + ":" + sentinel.port())
                .collect(Collectors.joining(","));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withPropertyValues("ratelimited.failure.policy=closed", "ratelimited.redis.timeout=10s")
                .withPropertyValues(
                        "spring.data.redis.sentinel.master=main", "spring.data.redis.sentinel.nodes=" + nodes)
                .withPropertyValues("spring.data.redis.client-name=app")
                .run(test);
    }

    private static void assertDecides(RateLimiters limiters) {
        RateLimiter limiter = limiters.declare("login", RateLimit.of(1, Duration.ofMinutes(1)));
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            limiter.reset();
            return limiter.tryAcquire() && !limiter.tryAcquire();
        });
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(condition);
    }

    private static boolean tells(RedisServer server, String section, String what) {
        return String.valueOf(server.redis().command("INFO", section)).contains(what);
    }
}
