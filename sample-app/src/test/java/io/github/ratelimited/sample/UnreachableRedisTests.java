package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import java.net.http.HttpResponse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class UnreachableRedisTests {

    @Test
    void answers503WhileRedisIsDownAndGoesOnWhenItIsBack() {
        try (RedisServer redis = RedisServer.start();
                RunningApplication application = RunningApplication.start(
                        "--spring.data.redis.url=" + redis.url(), "--ratelimited.redis.timeout=250ms")) {
            redis.kill();

            HttpResponse<String> answer = application.greet("alice");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(application.get("/actuator/health").statusCode()).isEqualTo(200);

            redis.restart();
            Awaitility.await().until(() -> application.greet("alice").statusCode() == 200);
        }
    }
}
