package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** What requests really cost, whatever the web server. */
abstract class SettledRoutesContract extends WebContract {

    /** How many elements streams have sent. */
    static final AtomicInteger SENT = new AtomicInteger();

    private Server server;

    SettledRoutesContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    @ResponseStatus(HttpStatus.UNAUTHORIZED)
    static class Denied extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** 7 where that is an error, and 3 where the server tells nobody. */
    abstract long costOfAClientThatIsGone();

    @BeforeAll
    void start() {
        server = start(
                "routes.status.path=/status/{code}",
                "routes.status.permits=5",
                "routes.status.settle=#status",
                "routes.broken.path=/broken",
                "routes.broken.settle=#status + (#error == null ? 1 : 2)",
                "routes.success.path=/broken",
                "routes.success.permits=5",
                "routes.success.settle=2",
                "routes.later.path=/later",
                "routes.later.settle=#status + #path.size()",
                "routes.stream.path=/stream",
                "routes.stream.permits=5",
                "routes.stream.settle=#error == null ? 3 : 7",
                "routes.wrong.path=/wrong",
                "routes.wrong.permits=5",
                "routes.wrong.settle=#headers['X-Cost'].length()",
                "routes.denied.path=/denied",
                "routes.denied.permits=5",
                "routes.denied.settle=#status == 401 ? 1 : 0",
                "routes.watched.path=/watched",
                "routes.watched.permits=5",
                "routes.watched.settle=#status",
                "limiters.watched.mode=shadow",
                "routes.first.path=/rejected",
                "routes.first.permits=5",
                "routes.first.settle=#status + (#error == null ? 1 : 2)",
                "routes.second.path=/rejected",
                "routes.second.permits=600",
                "routes.second.stage=after-authentication");
    }

    private Server start(String... settings) {
        Stream<String> limits = Stream.of(settings)
                .filter(setting -> setting.contains(".path="))
                .map(setting -> setting.split("\\.")[1])
                .flatMap(name -> Stream.of("limiters." + name + ".rate=1000", "limiters." + name + ".interval=1h"));
        return serve(Stream.concat(Stream.of(settings), limits)
                .map(setting -> "--ratelimited." + setting)
                .toArray(String[]::new));
    }

    @AfterAll
    void close() {
        server.close();
    }

    private long used(String limiter) {
        return 1000 - server.context().getBean(RateLimiters.class).get(limiter).availablePermits();
    }

    private void awaitUsed(String limiter, long used) {
        Awaitility.await().untilAsserted(() -> assertThat(used(limiter)).isEqualTo(used));
    }

    @Test
    void costsWhatTheStatusSays() {
        assertThat(server.get("/status/201").statusCode()).isEqualTo(201);
        awaitUsed("status", 201);
        assertThat(server.get("/status/404").statusCode()).isEqualTo(404);
        awaitUsed("status", 605);
    }

    @Test
    void anExceptionThatEscapesIsAnErrorWithStatus500() {
        assertThat(server.get("/broken").statusCode()).isEqualTo(500);
        awaitUsed("broken", 502);
        assertThat(used("success")).as("settled after success only").isEqualTo(5);
    }

    @Test
    void costsWhatTheStatusOfAnExceptionSays() {
        assertThat(server.get("/denied").statusCode()).isEqualTo(401);
        awaitUsed("denied", 1);
    }

    @Test
    void costsWhatTheStatusOfALaterRejectionSays() {
        assertThat(server.get("/rejected").statusCode()).isEqualTo(200);
        awaitUsed("first", 201);
        assertThat(server.get("/rejected").statusCode()).isEqualTo(429);
        awaitUsed("first", 201 + 431);
    }

    @Test
    void costsTheSameWhenTheAnswerComesLater() {
        assertThat(server.get("/later").statusCode()).isEqualTo(202);
        awaitUsed("later", 202);
    }

    @Test
    void settlesWhenTheClientGoesAway() throws IOException {
        int port = server.context().getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        SENT.set(0);
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream()
                    .write("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
            Awaitility.await().until(() -> SENT.get() > 2);
            assertThat(used("stream")).isEqualTo(5);
        }
        awaitUsed("stream", costOfAClientThatIsGone());
    }

    @Test
    void keepsWhatWasTakenWhereTheCostCannotBeTold() {
        assertThat(server.get("/wrong").statusCode()).isEqualTo(200);
        awaitUsed("wrong", 5);
    }

    @Test
    void settlesWhatOnlyWatches() {
        assertThat(server.get("/watched").statusCode()).isEqualTo(200);
        awaitUsed("watched", 200);
    }

    @Test
    void endsTheStartWithWhatCannotBeSettled() {
        assertThatThrownBy(() -> start(
                        "routes.unknown.path=/a",
                        "routes.unknown.settle=#result",
                        "routes.zero.path=/a",
                        "routes.zero.permits=0",
                        "routes.zero.settle=#status",
                        "routes.empty.path=/a",
                        "routes.empty.settle=",
                        "routes.negative.path=/a",
                        "routes.negative.settle=-1"))
                .isInstanceOf(RateLimitConfigurationException.class)
                .hasStackTraceContaining("settle '#result' uses the unknown variable #result")
                .hasStackTraceContaining("permits '0' with settle '#status'")
                .hasStackTraceContaining("ratelimited.routes.empty: settle is empty")
                .hasStackTraceContaining("must be at least 0, but is -1");
    }
}
