package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Two instances of the application on one Redis. */
class GreetingsTests {

    private static final String REDIS =
            "--spring.data.redis.url=" + Redis.shared().url();
    private static final RunningApplication ONE = RunningApplication.start(REDIS);
    private static final RunningApplication OTHER = RunningApplication.start(REDIS);

    private final String user = UUID.randomUUID().toString();

    @AfterAll
    static void close() {
        ONE.close();
        OTHER.close();
    }

    @Test
    void greetsAUserFiveTimesInTenSeconds() {
        List<HttpResponse<String>> answers =
                IntStream.range(0, 20).mapToObj(call -> ONE.greet(user)).toList();

        assertThat(answers.subList(0, 5)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"text\":\"Hello, " + user + "\"}");
        });
        assertThat(answers.subList(5, 20)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 10L);
            assertThat(answer.body())
                    .contains("\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\"")
                    .contains("\"status\":429");
            assertThat(answer.headers().firstValue("RateLimit-Policy")).hasValue("\"greetings\";q=5;w=10");
        });
    }

    @Test
    void leavesOtherUsersAlone() {
        IntStream.range(0, 6).forEach(call -> ONE.greet(user));

        assertThat(ONE.greet(user).statusCode()).isEqualTo(429);
        assertThat(ONE.greet(user + "-other").statusCode()).isEqualTo(200);
    }

    @Test
    void sharesTheLimitAmongInstances() {
        List<Integer> statuses = Stream.of(ONE, OTHER, ONE, OTHER, ONE, OTHER, ONE, OTHER, ONE, OTHER)
                .map(application -> application.greet(user).statusCode())
                .toList();

        assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429, 429, 429, 429);
    }

    @Test
    void isHealthy() {
        HttpResponse<String> health = ONE.get("/actuator/health");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).contains("\"status\":\"UP\"");
    }
}
