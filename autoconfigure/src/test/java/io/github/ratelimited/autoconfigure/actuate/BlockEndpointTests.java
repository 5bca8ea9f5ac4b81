package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitBlockedEvent;
import io.github.ratelimited.autoconfigure.RateLimitUnblockedEvent;
import io.github.ratelimited.autoconfigure.web.Server;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Operators block and lift. */
class BlockEndpointTests {

    private static final String BLOCK = "/actuator/ratelimited/doors/block";

    @AutoClose
    private static final Server server = Server.start(
            WebApplicationType.SERVLET,
            Application.class,
            "--management.endpoints.web.exposure.include=ratelimited",
            "--spring.web.error.include-message=always",
            "--ratelimited.store=local",
            "--ratelimited.limiters.doors.rate=2",
            "--ratelimited.limiters.doors.interval=1h");

    private final RateLimiter doors =
            server.context().getBean(RateLimiters.class).get("doors");
    private final List<Object> heard = server.context().getBean(Heard.class).events;

    static class Heard {

        final List<Object> events = new CopyOnWriteArrayList<>();

        @EventListener({RateLimitBlockedEvent.class, RateLimitUnblockedEvent.class})
        void on(Object event) {
            events.add(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Heard.class)
    static class Application {}

    @BeforeEach
    void startAnew() {
        doors.unblock();
        doors.forKey("alice").unblock();
        heard.clear();
    }

    private static Map<String, Object> json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonMapper().readValue(answer.body(), new TypeReference<>() {});
    }

    private static Duration blockedFor(HttpResponse<String> answer) {
        return Duration.parse((String) json(answer).get("blockedFor"));
    }

    @Test
    void blocksAKeyAndLiftsItsBlock() {
        assertThat(blockedFor(server.post(BLOCK, "{\"key\":\"alice\",\"duration\":\"15m\"}")))
                .isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
        assertThat(doors.forKey("alice").tryAcquire()).isFalse();
        assertThat(doors.forKey("bob").tryAcquire()).isTrue();
        assertThat(blockedFor(server.get(BLOCK + "?key=alice"))).isPositive();
        assertThat(blockedFor(server.get(BLOCK + "?key=bob"))).isZero();

        assertThat(blockedFor(server.delete(BLOCK + "?key=alice"))).isZero();

        assertThat(doors.forKey("alice").tryAcquire()).isTrue();
        assertThat(heard)
                .containsExactly(
                        new RateLimitBlockedEvent("doors", "alice", Duration.ofMinutes(15), true),
                        new RateLimitUnblockedEvent("doors", "alice"));
    }

    @Test
    void blocksAWholeLimiter() {
        server.post(BLOCK, "{\"duration\":\"15m\"}");
        assertThat(doors.forKey("carol").tryAcquire()).isFalse();
        assertThat(blockedFor(server.delete(BLOCK))).isZero();
        assertThat(doors.forKey("carol").tryAcquire()).isTrue();
    }

    @Test
    @SuppressWarnings("unchecked")
    void showsTheBlocksThatThisInstanceHasSetWithHashedKeys() {
        doors.forKey("alice").block(Duration.ofMinutes(1));
        List<Map<String, Object>> blocks =
                (List<Map<String, Object>>) json(server.get(BLOCK)).get("blocks");
        assertThat(blocks.get(0)).containsEntry("here", true).containsKeys("since", "until");
        // The first 16 digits of the SHA-256 of alice.
        assertThat(blocks.get(0)).containsEntry("key", "2bd806c97f0e00af");
    }

    @Test
    void saysWhereTheStoreHasNoBlocks() {
        try (Server others = Server.start(
                WebApplicationType.SERVLET,
                Application.class,
                "--management.endpoints.web.exposure.include=ratelimited",
                "--spring.web.error.include-message=always",
                "--ratelimited.store=rratelimiter",
                "--ratelimited.limiters.doors.rate=2",
                "--ratelimited.limiters.doors.interval=1h")) {
            HttpResponse<String> blocks = others.get(BLOCK);
            assertThat(blocks.statusCode()).isEqualTo(400);
            assertThat(blocks.body()).contains("cannot be blocked");
            assertThat(others.get("/actuator/ratelimited/doors?plan=pro").statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void refusesWhatIsNoBlock() {
        for (String body : List.of(
                "{\"key\":\"alice\"}",
                "{\"duration\":\"15\"}",
                "{\"duration\":\"-1s\"}",
                "{\"duration\":\"\"}",
                "{\"key\":null,\"duration\":\"15m\"}")) {
            assertThat(server.post(BLOCK, body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(doors.blockedFor()).isZero();
        assertThat(server.post("/actuator/ratelimited/doors/bar", "{\"duration\":\"1m\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(server.get("/actuator/ratelimited/doors/bar").statusCode()).isEqualTo(404);
        assertThat(server.post("/actuator/ratelimited/unknown/block", "{\"duration\":\"1m\"}")
                        .statusCode())
                .isEqualTo(400);
    }
}
