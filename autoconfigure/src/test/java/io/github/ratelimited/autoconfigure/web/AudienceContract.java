package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.ratelimited.RateLimited;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** Limits that are not meant for the clients of the application. */
abstract class AudienceContract extends WebContract {

    /** Is limited for what stands behind it. */
    static class Depot {

        @RateLimited(name = "silent", rate = 1, interval = "1h")
        public String take() {
            return "taken";
        }
    }

    private HttpServer vendor;
    private Server server;

    AudienceContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    @BeforeAll
    void start() throws IOException {
        vendor = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        vendor.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        vendor.start();
        String url = "http://localhost:" + vendor.getAddress().getPort();
        server = serve(
                "--vendor=" + url,
                "--ratelimited.clients.vendor.url=" + url + "/",
                "--ratelimited.limiters.vendor.rate=1",
                "--ratelimited.limiters.vendor.interval=1h",
                "--ratelimited.clients.loud.url=" + url + "/loud",
                "--ratelimited.limiters.loud.rate=1",
                "--ratelimited.limiters.loud.interval=1h",
                "--ratelimited.limiters.loud.audience=client",
                "--ratelimited.clients.greedy.url=" + url + "/greedy",
                "--ratelimited.clients.greedy.permits=#path == null ? 1 : 5",
                "--ratelimited.limiters.greedy.rate=1",
                "--ratelimited.limiters.greedy.interval=1h",
                "--ratelimited.routes.hidden.path=/hidden",
                "--ratelimited.limiters.hidden.rate=1",
                "--ratelimited.limiters.hidden.interval=1h",
                "--ratelimited.limiters.hidden.audience=none",
                "--ratelimited.limiters.asked.rate=1",
                "--ratelimited.limiters.asked.interval=1h",
                "--ratelimited.limiters.asked.audience=none",
                "--ratelimited.limiters.silent.audience=none");
    }

    @AfterAll
    void close() {
        server.close();
        vendor.stop(0);
    }

    private void isSilent(String path) {
        HttpResponse<String> allowed = server.get(path);
        HttpResponse<String> rejected = server.get(path);

        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
        assertThat(List.of(allowed, rejected))
                .allSatisfy(answer ->
                        assertThat(answer.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy"));
        assertThat(HttpContract.json(rejected))
                .containsEntry("violated-policies", List.of())
                .containsEntry("detail", "The request cannot be served right now.");
    }

    @Test
    void rejectionOfAVendorsLimitIs503WithoutAWordAboutIt() {
        isSilent("/vendor");
    }

    @Test
    void rejectionOfAMethodsLimitIsSilentWhereTheConfigurationSaysSo() {
        isSilent("/silent");
    }

    @Test
    void rejectionOfARouteIsSilentWhereTheConfigurationSaysSo() {
        isSilent("/hidden");
    }

    @Test
    void rejectionOfALimitThatAProgramAsksIsSilentWhereTheConfigurationSaysSo() {
        isSilent("/asked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/asked?permits=2", "/greedy"})
    void whatALimitCanNeverGrantIsSaidWithoutAWordAboutIt(String path) {
        HttpResponse<String> impossible = server.get(path);

        assertThat(impossible.statusCode()).isEqualTo(422);
        assertThat(HttpContract.json(impossible))
                .containsEntry("detail", "More was asked for than a limit can ever grant.");
    }

    @Test
    void limitOnRequestsToOthersIsToldWhereTheConfigurationSaysSo() {
        server.get("/loud");
        HttpResponse<String> rejected = server.get("/loud");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(Field.of("RateLimit", rejected)).containsKey("loud");
    }
}
