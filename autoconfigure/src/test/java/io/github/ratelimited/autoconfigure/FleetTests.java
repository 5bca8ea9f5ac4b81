package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Two applications on one Redis. */
@ExtendWith(RedisExtension.class)
class FleetTests {

    /** By the window of the limiter, whose rate is above 100,000. */
    private static final RateLimit CHANGED =
            RateLimit.of(1, Duration.ofHours(1)).withAlgorithm(Algorithm.SLIDING_WINDOW_COUNTER);

    private final ApplicationContextRunner runner;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    FleetTests(Redis redis) {
        runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withBean(Api.class)
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.redis.timeout=20s",
                        "ratelimited.prefix=fleet-" + UUID.randomUUID());
    }

    static class Api {

        @RateLimited(name = "api", rate = 1_000_000_000, interval = "1000s")
        public boolean call() {
            return true;
        }
    }

    @Test
    void seesAChangeOfTheOtherWhileManyThreadsCall() {
        runner.run(one -> runner.run(other -> {
            Api api = other.getBean(Api.class);
            List<Future<Boolean>> callers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                callers.add(threads.submit(() -> callUntilRejected(api)));
            }
            assertThat(api.call()).isTrue();

            one.getBean(RateLimiters.class).get("api").setRate(CHANGED);
            Awaitility.await()
                    .until(() -> CHANGED.equals(
                            other.getBean(RateLimiters.class).get("api").limit()));

            for (Future<Boolean> caller : callers) {
                assertThat(caller.get()).isTrue();
            }
        }));
        threads.shutdownNow();
    }

    /** Whether it was the changed limit that rejected the call. */
    private static boolean callUntilRejected(Api api) {
        while (true) {
            try {
                api.call();
            } catch (RateLimitExceededException ex) {
                return ex.getDecision().limit().equals(CHANGED);
            }
        }
    }
}
