package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What clients are told, whatever the web server. */
abstract class HttpContract extends WebContract {

    private static final String TYPES = "https://iana.org/assignments/http-problem-types#";

    private Server shared;
    private Server own;

    HttpContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    @BeforeAll
    void start() {
        shared = serve();
    }

    private Server start(String... settings) {
        own = serve(settings);
        return own;
    }

    @AfterEach
    void closeOwn() {
        if (own != null) {
            own.close();
            own = null;
        }
    }

    @AfterAll
    void close() {
        shared.close();
    }

    static Map<String, Object> json(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        return new JsonMapper().readValue(answer.body(), new TypeReference<>() {});
    }

    @Test
    void tellsOfLimitsOnAllowedAndRejectedAnswers() {
        HttpResponse<String> first = shared.get("/single?key=alice");
        HttpResponse<String> second = shared.get("/single?key=alice");
        HttpResponse<String> rejected = shared.get("/single?key=alice");

        assertThat(List.of(first, second, rejected)).allSatisfy(answer -> {
            assertThat(Field.of("RateLimit-Policy", answer)).containsOnly(entry("single", Map.of("q", 2L, "w", 60L)));
            assertThat(answer.headers().map().toString()).doesNotContain("alice");
        });
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(Field.of("RateLimit", first).get("single"))
                .containsEntry("r", 1L)
                .containsEntry("t", 60L);
        assertThat(Field.of("RateLimit", second).get("single")).containsEntry("r", 0L);
        assertThat(rejected.statusCode()).isEqualTo(429);
        long retryAfter = rejected.headers().firstValueAsLong("Retry-After").orElseThrow();
        assertThat(retryAfter).isBetween(1L, 60L);
        assertThat(Field.of("RateLimit", rejected)).containsOnly(entry("single", Map.of("r", 0L, "t", retryAfter)));
    }

    @Test
    void answersRejectedRequestsWithProblemDetails() {
        shared.get("/single?key=bob");
        shared.get("/single?key=bob");

        assertThat(json(shared.get("/single?key=bob")))
                .containsOnly(
                        entry("type", TYPES + "quota-exceeded"),
                        entry("title", "Too many requests"),
                        entry("status", 429),
                        entry("detail", "The limit 'single' of 2 in 60 s is used up."),
                        entry("instance", "/single"),
                        entry("violated-policies", List.of("single")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/routed", "/filtered"})
    void answersWhatRouterFunctionsAndFiltersRejectInTheSameWay(String path) {
        String call = path + "?key=" + path;
        assertThat(shared.get(call).statusCode()).isEqualTo(200);
        assertThat(shared.get(call).statusCode()).isEqualTo(200);
        HttpResponse<String> rejected = shared.get(call);

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(json(rejected))
                .containsEntry("type", TYPES + "quota-exceeded")
                .containsEntry("instance", path)
                .containsEntry("violated-policies", List.of("single"));
        assertThat(rejected.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 60L);
        assertThat(Field.of("RateLimit", rejected)).containsOnlyKeys("single");
    }

    @Test
    void answersWhatIsRejectedLaterInAFilter() {
        shared.get("/joined?key=joined");
        shared.get("/joined?key=joined");
        HttpResponse<String> rejected = shared.get("/joined?key=joined");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(json(rejected)).containsEntry("violated-policies", List.of("single"));
    }

    @Test
    void answersWhatIsRejectedLaterInARouterFunction() {
        assertThat(shared.get("/routed-later").statusCode()).isEqualTo(200);
        HttpResponse<String> rejected = shared.get("/routed-later");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(json(rejected)).containsEntry("violated-policies", List.of("eventually"));
        assertThat(Field.of("RateLimit", rejected)).containsOnlyKeys("eventually");
    }

    @Test
    void tellsOfSeveralLimits() {
        HttpResponse<String> answer = shared.get("/several");

        assertThat(Field.of("RateLimit-Policy", answer))
                .containsOnly(
                        entry("fine", Map.of("q", 3L)),
                        entry("coarse", Map.of("q", 5L, "w", 3600L)),
                        entry("single", Map.of("q", 2L, "w", 60L)));
        assertThat(Field.of("RateLimit", answer).get("fine"))
                .containsEntry("r", 2L)
                .containsEntry("t", 1L);
        assertThat(Field.of("RateLimit", answer).get("coarse")).containsEntry("r", 4L);
        assertThat(Field.of("RateLimit", answer).get("single")).containsEntry("r", 1L);
    }

    @Test
    void tellsOfDecisionsOnOtherThreads() {
        assertThat(Field.of("RateLimit", shared.get("/later"))).containsOnlyKeys("later");
        HttpResponse<String> rejected = shared.get("/later");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(Field.of("RateLimit", rejected)).containsOnlyKeys("later");
        assertThat(json(rejected)).containsEntry("violated-policies", List.of("later"));
    }

    @Test
    void keepsNamesMadeFromMethodsAndLimitersThatOnlyWatchToItself() {
        Server server = start("--ratelimited.limiters.single.mode=shadow");
        assertThat(server.get("/single?key=x").headers().map()).doesNotContainKey("ratelimit");
        HttpResponse<String> allowed = server.get("/unnamed");
        HttpResponse<String> rejected = server.get("/unnamed");

        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(List.of(allowed, rejected))
                .allSatisfy(answer ->
                        assertThat(answer.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy"));
        assertThat(json(rejected))
                .containsEntry("detail", "A limit is used up.")
                .containsEntry("violated-policies", List.of());
        assertThat(rejected.body()).doesNotContain("Calls");
    }

    @Test
    void answersWith503WhenNothingCanBeDecided() {
        Server server =
                start("--spring.data.redis.url=redis://127.0.0.1:1", "--ratelimited.defaults.on-failure=closed");
        HttpResponse<String> answer = server.get("/single?key=x");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(json(answer))
                .containsEntry("type", TYPES + "temporary-reduced-capacity")
                .containsEntry("violated-policies", List.of())
                .doesNotContainValue("127.0.0.1");
    }

    @Test
    void tellsOfLimitsOnlyWhenLittleIsLeft() {
        Server server = start("--ratelimited.http.headers-below=60", "--ratelimited.limiters.single.rate=5");
        server.get("/single?key=x");
        assertThat(server.get("/single?key=x").headers().map()).containsKey("ratelimit");
        assertThat(server.get("/single?key=y").headers().map()).doesNotContainKey("ratelimit");
    }

    @Test
    void canBeSwitchedOff() {
        Server server = start("--ratelimited.http.headers=false", "--ratelimited.http.problem-details=false");
        server.get("/later");
        HttpResponse<String> rejected = server.get("/later");

        assertThat(rejected.headers().map()).doesNotContainKeys("ratelimit");
        assertThat(rejected.headers().firstValue("Content-Type")).hasValue("application/json");
        server.get("/routed-later");
        server.get("/filtered?key=x");
        server.get("/filtered?key=x");
        assertThat(List.of(rejected, server.get("/routed-later"), server.get("/filtered?key=x")))
                .allSatisfy(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(429);
                    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                });
        assertThat(server.get("/broken").statusCode()).isEqualTo(500);
    }

    @Test
    void showsTheErrorPageOfTheApplicationWithoutProblemDetails() {
        Server server = start(
                "--ratelimited.http.problem-details=false",
                "--spring.web.resources.static-locations=classpath:/pages/");
        server.get("/later");
        HttpResponse<String> rejected = server.get("/later", "Accept", "text/html");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.body()).contains("Please wait a moment");
        assertThat(rejected.headers().map()).containsKeys("ratelimit", "retry-after");
    }

    @Test
    void leavesTextsDetailsAndHandlersToTheApplication() {
        Server server = start("--test.customized=true");
        server.get("/later");
        HttpResponse<String> rejected = server.get("/later", "Accept-Language", "de");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(json(rejected))
                .containsEntry("title", "Zu viele Anfragen")
                .containsEntry("detail", "Genug von later")
                .containsEntry("help", "https://acme.example/limits");
        server.get("/routed-later");
        assertThat(json(server.get("/routed-later", "Accept-Language", "de")))
                .containsEntry("title", "Zu viele Anfragen")
                .containsEntry("help", "https://acme.example/limits");
        assertThat(server.get("/broken").body()).isEqualTo("caught");
    }
}
