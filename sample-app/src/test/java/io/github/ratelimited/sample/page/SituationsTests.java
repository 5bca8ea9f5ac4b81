package io.github.ratelimited.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.sample.RunningApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SituationsTests {

    @Test
    void tellWhetherARedisThatWasGivenAnswers() throws Exception {
        try (RedisServer given = RedisServer.start();
                RunningApplication application = RunningApplication.start("--spring.data.redis.url=" + given.url());
                Stream<String> lines = page(application)) {
            Iterator<String> ticks = lines.iterator();
            assertThat(next(ticks, true)).contains("\"redis\":\"GIVEN\"");

            given.kill();
            assertThat(next(ticks, false)).contains("\"redis\":\"GIVEN\"");

            given.restart();
            assertThat(next(ticks, true)).contains("\"redis\":\"GIVEN\"");
        }
    }

    private static Stream<String> page(RunningApplication application) throws IOException, InterruptedException {
        String port = application.context().getEnvironment().getRequiredProperty("local.server.port");
        URI feed = URI.create("http://127.0.0.1:" + port + "/page/feed");
        return application
                .client()
                .send(HttpRequest.newBuilder(feed).build(), BodyHandlers.ofLines())
                .body();
    }

    private static String next(Iterator<String> ticks, boolean answers) {
        String tick = ticks.next();
        while (!tick.contains("\"answers\":" + answers + ",")) {
            tick = ticks.next();
        }
        return tick;
    }
}
