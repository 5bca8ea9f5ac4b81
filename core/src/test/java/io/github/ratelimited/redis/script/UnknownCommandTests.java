package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client of the application, which is used without being tried first. */
class UnknownCommandTests {

    @Test
    void aServerWithoutItIsAskedOnceForEachScript() {
        try (RedisServer server = RedisServer.builder()
                        .setting("rename-command", "EVALSHA \"\"")
                        .start();
                RealRedis redis = RealRedis.open(server.redis())) {
            ScriptRunner scripts = new ScriptRunner(RedissonConnection.of(redis.client()));
            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(CompletionException.class)
                        .isThrownBy(() -> scripts.run("return 'x'", List.of("ratelimited:x"), new byte[0])
                                .orTimeout(20, TimeUnit.SECONDS)
                                .join())
                        .withCauseInstanceOf(RateLimiterUnavailableException.class)
                        .withMessageContaining("ERR unknown command");
            }
            assertThat(String.valueOf(server.redis().command("INFO", "errorstats")))
                    .containsPattern("errorstat_ERR:count=\\d\\b");
        }
    }
}
