package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.web.cors.CorsConfiguration;

/** What scripts of other origins can read of a request that a filter rejects. */
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

    private HttpResponse<String> rejected(String path, String origin) {
        server.get(path, "Origin", origin);
        return server.get(path, "Origin", origin);
    }

    private void isReadable(String path) {
        HttpResponse<String> rejected = rejected(path, PAGE);

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(rejected.headers().firstValue("Access-Control-Expose-Headers"))
                .hasValue("RateLimit, RateLimit-Policy, Retry-After");
        assertThat(HttpContract.json(rejected)).containsEntry("violated-policies", List.of("open"));
    }

    @Test
    void allowedOriginsReadARejection() {
        isReadable("/");
    }

    @Test
    void otherOriginsReadNothing() {
        isHidden("/");
    }

    @Test
    void anOriginThatIsNoneIsRejectedLikeNone() {
        HttpResponse<String> rejected = rejected("/", "no origin %%");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(HttpContract.json(rejected)).containsEntry("violated-policies", List.of("open"));
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
        HttpResponse<String> rejected = rejected(path, "https://other.example");

        assertThat(rejected.statusCode()).isEqualTo(403);
        assertThat(rejected.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(rejected.body()).doesNotContain("open");
    }
}
