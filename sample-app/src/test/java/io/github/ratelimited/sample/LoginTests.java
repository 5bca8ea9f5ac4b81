package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A login whose failures alone count. */
class LoginTests {

    @AutoClose
    private static final RunningApplication APPLICATION =
            RunningApplication.start("--spring.data.redis.url=" + Redis.shared().url());

    private final String user = UUID.randomUUID().toString();

    private int login(String password) {
        return APPLICATION
                .send("POST", "/api/login?user=" + user + "&password=" + password, "")
                .statusCode();
    }

    @Test
    void rejectsAfterFiveFailuresWhateverSucceededBetween() {
        for (int failure = 0; failure < 5; failure++) {
            for (int success = 0; success < 20; success++) {
                assertThat(login("secret")).isEqualTo(200);
            }
            assertThat(login("guess")).isEqualTo(401);
        }
        assertThat(login("secret")).isEqualTo(429);
    }

    @Test
    void letsAtMostFiveOfFiftyParallelGuessesThrough() {
        List<CompletableFuture<Integer>> guesses = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> login("guess")))
                .limit(50)
                .toList();
        assertThat(guesses.stream().map(CompletableFuture::join).toList())
                .containsOnly(401, 429)
                .filteredOn(status -> status == 401)
                .hasSize(5);
    }
}
