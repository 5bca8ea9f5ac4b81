package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.autoconfigure.web.Server;
import io.github.ratelimited.launcher.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Nobody can tell whether Redis has done, or will do, what it was asked and did not answer. */
@ExtendWith(OutputCaptureExtension.class)
class UnansweredChangeTests {

    private static final String ANNOTATED = "/actuator/ratelimited/annotated";

    @Test
    void isToldInTheLog(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start();
                Server server = Server.start(
                        WebApplicationType.SERVLET,
                        OperatedApplication.class,
                        "--spring.data.redis.url=" + redis.url(),
                        "--ratelimited.redis.timeout=1s",
                        "--ratelimited.defaults.rate=7",
                        "--ratelimited.defaults.interval=1m",
                        "--management.endpoints.web.exposure.include=ratelimited")) {
            server.context().getBean(OperatedApplication.Calls.class).annotated("before");
            redis.pause();
            assertThat(server.post(ANNOTATED, "{\"rate\":77}").statusCode()).isEqualTo(503);
            assertThat(server.delete(ANNOTATED).statusCode()).isEqualTo(503);
            assertThat(server.delete(ANNOTATED + "?key=alice&state=true").statusCode())
                    .isEqualTo(503);
            redis.resume();
        }
        assertThat(output)
                .contains("the change to 77 per PT1M (SLIDING_WINDOW, OVERALL) may take effect later")
                .contains("taking back its change may take effect later")
                .contains("forgetting use may take effect later");
    }
}
