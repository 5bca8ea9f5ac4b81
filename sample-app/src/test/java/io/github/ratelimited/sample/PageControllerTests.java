package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page asks for, with a Redis that is not the application's own. */
class PageControllerTests {

    @AutoClose
    private static final RunningApplication APPLICATION =
            RunningApplication.start("--spring.data.redis.url=" + Redis.shared().url());

    @ParameterizedTest
    @CsvSource({
        "PUT, /page/calls/RIDES?count=0, 400, count must be from 1 to 100",
        "PUT, /page/calls/PUSH?messages=10001, 400, messages must be from 1 to 10000",
        "PUT, /page/calls/PICNICS, 400, story",
        "DELETE, /page/redis, 409, not the application's own",
    })
    void refusesWhatMakesNoSense(String method, String path, int status, String reason) {
        var answer = APPLICATION.send(method, path, "");

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(reason);
    }

    @Test
    void endsWithoutWaitingForOpenPages() throws Exception {
        RunningApplication application = RunningApplication.start(
                "--spring.data.redis.url=" + Redis.shared().url());
        URI feed = URI.create(application.url() + "/page/feed");
        try (InputStream page = application
                .client()
                .send(HttpRequest.newBuilder(feed).build(), BodyHandlers.ofInputStream())
                .body()) {
            assertThat(page.read()).as("first byte of the first tick").isEqualTo('d');

            Instant begin = Instant.now();
            application.close();

            assertThat(Duration.between(begin, Instant.now()))
                    .as("less than the 30 s that a web server waits for its requests")
                    .isLessThan(Duration.ofSeconds(25));
        }
    }
}
