package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.web.cors.CorsConfiguration;

/** What scripts of other origins can read of a request that a filter refuses. */
abstract class CorsContract extends WebContract {

    static final String PAGE = "https://page.example";

    private Server server;

    CorsContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    static CorsConfiguration allowed() {
        CorsConfiguration allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(List.of(PAGE));
        allowed.setExposedHeaders(List.of("RateLimit", "RateLimit-Policy", "Retry-After"));
        return allowed;
    }

    @BeforeAll
    void start() {
        server = serve(
                "--ratelimited.routes.open.path=/**",
                "--ratelimited.routes.open.key=#path.toString() + #headers['Origin']",
                "--ratelimited.limiters.open.rate=1",
                "--ratelimited.limiters.open.interval=1h");
    }

    @AfterAll
    void close() {
        server.close();
    }

    private HttpResponse<String> refused(String path, String origin) {
        server.get(path, "Origin", origin);
        return server.get(path, "Origin", origin);
    }

    private void isReadable(String path) {
        HttpResponse<String> refused = refused(path, PAGE);

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(refused.headers().firstValue("Access-Control-Expose-Headers"))
                .hasValue("RateLimit, RateLimit-Policy, Retry-After");
        assertThat(HttpContract.json(refused)).containsEntry("violated-policies", List.of("open"));
    }

    @Test
    void allowedOriginsReadARefusal() {
        isReadable("/");
    }

    @Test
    void otherOriginsReadNothing() {
        isHidden("/");
    }

    @Test
    void anOriginThatIsNoneIsRefusedLikeNone() {
        HttpResponse<String> refused = refused("/", "no origin %%");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(HttpContract.json(refused)).containsEntry("violated-policies", List.of("open"));
    }

    @Test
    void annotationsOfControllersCount() {
        isReadable("/annotated");
        isHidden("/annotated");
    }

    @Test
    void theRegistryCounts() {
        isReadable("/registered");
        isHidden("/registered");
    }

    private void isHidden(String path) {
        HttpResponse<String> refused = refused(path, "https://other.example");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(refused.body()).doesNotContain("open");
    }
}
