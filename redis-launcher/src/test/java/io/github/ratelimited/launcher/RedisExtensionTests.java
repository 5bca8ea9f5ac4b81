package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisExtension.class)
class RedisExtensionTests {

    private static Redis beforeAll;

    private final Redis constructed;

    RedisExtensionTests(Redis constructed) {
        this.constructed = constructed;
    }

    @BeforeAll
    static void remember(Redis redis) {
        beforeAll = redis;
    }

    @Test
    void givesRunningRedis(Redis redis) {
        assertThat(redis.command("PING")).isEqualTo("PONG");
        assertThat(redis.url()).isEqualTo("redis://" + redis.host() + ":" + redis.port());
    }

    @Test
    void givesTheSameRedisEverywhere(Redis redis) {
        assertThat(redis).isSameAs(constructed).isSameAs(beforeAll).isSameAs(Redis.shared());
    }

    @Test
    void goesTheWayThatIsForced(Redis redis) {
        String forced = System.getProperty("redis.launcher", "");

        assertThat(redis.description().contains("in Docker"))
                .as(redis.description())
                .isEqualTo(forced.equals("docker") || forced.isEmpty() && SharedRedis.dockerAnswers());
    }
}
