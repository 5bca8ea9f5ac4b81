package io.github.ratelimited.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.sample.EmbeddedRedis;
import io.github.ratelimited.sample.RunningApplication;
import io.github.ratelimited.sample.page.Tick.RedisState;
import org.junit.jupiter.api.Test;

class RedisSwitchTests {

    @Test
    void startsItsRedisAgainThatHasEndedByItself() {
        try (RunningApplication application = RunningApplication.start()) {
            RedisServer server =
                    application.context().getBean(EmbeddedRedis.class).server();
            RedisSwitch redis = application.context().getBean(RedisSwitch.class);
            assertThat(redis.state()).isEqualTo(RedisState.RUNNING);

            server.kill();
            assertThat(redis.state()).isEqualTo(RedisState.STOPPED);

            assertThat(application.send("PUT", "/page/redis", "").statusCode()).isEqualTo(204);
            assertThat(redis.state()).isEqualTo(RedisState.RUNNING);
            assertThat(server.redis().command("PING")).isEqualTo("PONG");
        }
    }
}
