package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A chat that costs what was streamed, as clients of a real server see it. */
class ChatTests {

    @AutoClose
    private static final RunningApplication APPLICATION =
            RunningApplication.start("--spring.data.redis.url=" + Redis.shared().url());

    private final String user = UUID.randomUUID().toString();
    private final RateLimiter tokens =
            APPLICATION.context().getBean(RateLimiters.class).get("chat-tokens").forKey(user);

    private HttpResponse<String> chat(int maxTokens, int streamed) {
        return APPLICATION.send("POST", "/api/chat?user=" + user, question(maxTokens, streamed));
    }

    private static String question(int maxTokens, int streamed) {
        return "{\"maxTokens\":" + maxTokens + ",\"tokens\":" + streamed + "}";
    }

    @Test
    void sixCallsPassThatWouldBeTwoWithoutSettling() {
        for (int call = 0; call < 6; call++) {
            HttpResponse<String> answer = chat(500, 100);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
            assertThat(answer.body().lines().filter(line -> line.startsWith("data:")))
                    .hasSize(100);
        }
        HttpResponse<String> rejected = chat(500, 100);
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.body()).contains("chat-tokens");
        assertThat(tokens.availablePermits()).isEqualTo(400);
    }

    @Test
    void anAnswerThatIsLongerThanTheEstimateLeavesADebt() {
        assertThat(chat(500, 1_200).statusCode()).isEqualTo(200);
        assertThat(chat(1, 1).statusCode()).isEqualTo(429);
        assertThat(tokens.availablePermits()).isZero();
    }

    @Test
    void aClientThatGoesAwayPaysForWhatHadCome() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(APPLICATION.url() + "/api/chat?user=" + user))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(question(1_000, 990)))
                .build();
        try (InputStream stream =
                APPLICATION.client().send(request, BodyHandlers.ofInputStream()).body()) {
            assertThat(stream.readNBytes(200)).hasSize(200);
            assertThat(tokens.availablePermits())
                    .as("of 1,000, while it streams")
                    .isZero();
        }
        Awaitility.await().until(() -> tokens.availablePermits() > 0);
        assertThat(1_000 - tokens.availablePermits()).isBetween(15L, 900L);
    }

    @Test
    void moreTokensThanTheLimitAreAMistake() {
        assertThat(chat(1_001, 1).statusCode()).isEqualTo(422);
    }

    @Test
    void fewerTokensThanNoneAreAMistakeOfTheClient() {
        assertThat(chat(500, -1).statusCode()).isEqualTo(400);
        assertThat(tokens.availablePermits()).isEqualTo(1_000);
    }
}
