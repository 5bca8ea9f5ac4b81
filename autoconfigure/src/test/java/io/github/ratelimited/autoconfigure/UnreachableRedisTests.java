package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class UnreachableRedisTests {

    private static final int CLOSED_PORT = 1;

    /** A connection is waited for as long as for an answer, so what ends the wait is that there is none. */
    @Test
    void startsAndAnswersAtOnceWhileThePortIsClosed() {
        startsAndAnswersAtOnce(CLOSED_PORT, "ratelimited.redis.timeout=10s");
    }

    @Test
    void startsAndAnswersAtOnceWhileThePortIsSilent() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            startsAndAnswersAtOnce(silent.getLocalPort());
        }
    }

    private static void startsAndAnswersAtOnce(int port, String... settings) {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.url=redis://127.0.0.1:" + port, "ratelimited.failure.policy=closed")
                .withPropertyValues(settings)
                .run(context -> {
                    RateLimiter limiter = context.getBean(RateLimiters.class)
                            .declare("login", RateLimit.of(1, Duration.ofMinutes(1)));
                    CompletionStage<?> answer = limiter.decideAsync(1, Duration.ofMinutes(1));
                    assertThat(answer.toCompletableFuture())
                            .failsWithin(Duration.ofSeconds(9))
                            .withThrowableThat()
                            .withCauseInstanceOf(RateLimiterUnavailableException.class);
                    assertThat(medianTimeToAStage(limiter)).isLessThan(Duration.ofMillis(100));

                    long called = System.nanoTime();
                    assertThatThrownBy(limiter::acquire).isInstanceOf(RateLimiterUnavailableException.class);
                    assertThat(Duration.ofNanos(System.nanoTime() - called)).isLessThan(Duration.ofSeconds(30));
                });
    }

    /** A median, because a single call can meet a pause of the machine; if calls blocked, all would be slow. */
    private static Duration medianTimeToAStage(RateLimiter limiter) {
        return IntStream.range(0, 21)
                .mapToObj(call -> {
                    long asked = System.nanoTime();
                    limiter.decideAsync(1, Duration.ofMinutes(1));
                    return Duration.ofNanos(System.nanoTime() - asked);
                })
                .sorted()
                .toList()
                .get(10);
    }
}
