package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.autoconfigure.web.Server;
import io.github.ratelimited.launcher.RedisServer;
import java.net.http.HttpResponse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;

class HealthTests {

    @Test
    void isDegradedWhileRedisIsDownAndLeavesTheAggregateUp() {
        try (RedisServer redis = RedisServer.start();
                Server server = Server.start(
                        WebApplicationType.SERVLET,
                        OperatedApplication.class,
                        "--spring.data.redis.url=" + redis.url(),
                        "--ratelimited.redis.timeout=250ms",
                        "--ratelimited.limiters.annotated.on-failure=open",
                        "--management.endpoint.health.show-details=always",
                        "--ratelimited.limiters.configured.on-failure=closed",
                        "--ratelimited.defaults.rate=7",
                        "--ratelimited.defaults.interval=1m",
                        "--management.endpoints.web.exposure.include=health,prometheus")) {
            OperatedApplication.Calls calls = server.context().getBean(OperatedApplication.Calls.class);
            assertThat(calls.annotated("before")).isEqualTo("annotated");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(health(server)).contains("\"ratelimited\":{\"status\":\"UP\"}"));

            redis.kill();
            Awaitility.await().untilAsserted(() -> {
                calls.annotated("during");
                assertThat(health(server))
                        .startsWith("{\"components\"")
                        .contains("\"status\":\"DEGRADED\"")
                        .contains("\"OPEN\":[\"annotated\"]")
                        .contains("\"CLOSED\":[\"configured\"]")
                        .contains("\"LOCAL\":[\"defaults\"]")
                        .endsWith("\"status\":\"UP\"}");
            });
            assertThat(server.get("/actuator/prometheus").body())
                    .contains("ratelimited_circuit 1.0")
                    .containsPattern(
                            "ratelimited_decisions_total\\{basis=\"open\",limiter=\"annotated\",outcome=\"allowed\",plan=\"none\"}");

            redis.restart();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(health(server)).contains("\"ratelimited\":{\"status\":\"UP\"}"));
        }
    }

    private static String health(Server server) {
        HttpResponse<String> answer = server.get("/actuator/health");
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
