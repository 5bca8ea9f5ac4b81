package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientTests {

    private static final String SOURCE = "src/main/java/io/github/ratelimited/sample/Client.java";

    @Test
    void countsAnswersByStatus() throws IOException {
        try (RunningApplication application = RunningApplication.start(
                "--spring.data.redis.url=" + Redis.shared().url())) {
            application.forget();

            String output = run("rides", "10", "2", application.url(), application.url());

            assertThat(output.lines())
                    .anyMatch(line -> line.startsWith("   2 s"))
                    .last()
                    .asString()
                    .matches(" total +20 sent, mean +\\d+ ms, +6 x 200 +14 x 429");
        }
    }

    @Test
    void callsThePortThatTheApplicationWasGiven() throws IOException {
        try (RunningApplication application = RunningApplication.start(
                "--spring.data.redis.url=" + Redis.shared().url())) {
            application.forget();
            String port = application.url().substring(application.url().lastIndexOf(':') + 1);

            assertThat(run(Map.of("SERVER_PORT", port), "rides", "10", "1")).contains("6 x 200", "4 x 429");
        }
    }

    @Test
    void saysHowItIsUsed() throws IOException {
        assertThat(run()).contains("STORY is missing", "client STORY [RATE");
        assertThat(run("rides", "1001")).contains("RATE must be from 1 to 1000, but is '1001'", "client STORY [RATE");
    }

    private static String run(String... arguments) throws IOException {
        return run(Map.of(), arguments);
    }

    /** As the script beside it does, from the source. */
    private static String run(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", SOURCE));
        command.addAll(List.of(arguments));
        ProcessBuilder client = new ProcessBuilder(command).redirectErrorStream(true);
        client.environment().putAll(environment);
        return new String(client.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
