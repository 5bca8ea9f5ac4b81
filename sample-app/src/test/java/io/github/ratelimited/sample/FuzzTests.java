package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Users with any names, from a seed, over HTTP. */
class FuzzTests {

    private static final int CALLS = 2_000;

    @AutoClose
    private static final RunningApplication application =
            RunningApplication.start("--spring.data.redis.url=" + Redis.shared().url());

    private final Random random = new Random(Long.getLong("fuzz.seed", 29));

    @Test
    @DisplayName("2,000 requests of users with any names: greeted, rejected or called wrong, but never a failure")
    void answersAnybody() {
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < CALLS; i++) {
            HttpResponse<String> answer = application.get("/api/greetings?user=" + name());
            statuses.merge(answer.statusCode(), 1, Integer::sum);
            assertThat(answer.headers().map().keySet()).allMatch(name -> name.matches("[A-Za-z0-9:-]+"));
        }
        System.out.println("HTTP statuses: " + statuses);
        assertThat(statuses.keySet()).isSubsetOf(200, 400, 429).contains(200, 429);
    }

    /** Bytes that need not be UTF-8, each escaped; few names come more than once. */
    private String name() {
        byte[] bytes = new byte[random.nextInt(50) == 0 ? random.nextInt(2_000) : random.nextInt(4)];
        random.nextBytes(bytes);
        StringBuilder name = new StringBuilder();
        for (byte one : random.nextBoolean() ? "alice\r\n".getBytes(StandardCharsets.UTF_8) : bytes) {
            name.append(String.format("%%%02X", one));
        }
        return name.toString();
    }
}
