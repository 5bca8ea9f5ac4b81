package io.github.ratelimited.autoconfigure.web;

import static io.github.ratelimited.autoconfigure.web.RouteArguments.limiter;
import static io.github.ratelimited.autoconfigure.web.RouteArguments.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** Limits by URL, whatever the web server. */
abstract class RoutesContract extends WebContract {

    @AutoClose
    private Server server;

    RoutesContract(WebApplicationType type, Class<?> application) {
        super(type, application);
    }

    @BeforeAll
    void start() {
        server = start(List.of(
                route("open", "path=/open/**"),
                limiter("open", 2),
                route("by-header", "path=/by-header", "key=#headers['x-api-key']"),
                limiter("by-header", 1),
                route("by-path", "path=/by-path/{id}/**", "key=#path['id']"),
                limiter("by-path", 1),
                route("posts", "path=/posts", "methods=post"),
                limiter("posts", 1),
                route("heavy", "path=/heavy", "permits=3", "condition=#headers['free'] == null"),
                limiter("heavy", 4),
                route("sized", "path=/sized", "permits=#headers['x-size']?.length()"),
                limiter("sized", 4),
                route("weighted", "path=/weighted", "permits=#headers['X-Weight'] ?: 1"),
                limiter("weighted", 4),
                route("gets", "path=/gets", "methods=get"),
                limiter("gets", 1),
                route("wide", "path=/both/**", "limiter=wide"),
                limiter("wide", 10),
                route("narrow", "path=/both/narrow", "limiter=narrow"),
                limiter("narrow", 1),
                route("all", "path=/shared/**", "limiter=shared", "plan='pro'"),
                route("dear", "path=/shared/dear", "limiter=shared", "permits=2"),
                limiter("shared", 8),
                List.of("--ratelimited.limiters.shared.plans.pro.rate=8"),
                route("watched", "path=/watched"),
                limiter("watched", 1),
                List.of("--ratelimited.limiters.watched.mode=shadow"),
                route("spelled", "path=/spelled/**"),
                limiter("spelled", 100),
                route("files", "path=/files/**", "key='all'"),
                limiter("files", 1),
                route("patient", "path=/patient", "stage=after-authentication", "timeout=1m"),
                List.of(
                        "--ratelimited.limiters.patient.rate=10",
                        "--ratelimited.limiters.patient.interval=1s",
                        "--ratelimited.limiters.patient.algorithm=leaky-bucket")));
    }

    private Server start(List<List<String>> settings) {
        return serve(settings.stream().flatMap(List::stream).toArray(String[]::new));
    }

    private List<Integer> statuses(int times, String path, String... headers) {
        return IntStream.range(0, times)
                .mapToObj(i -> server.get(path, headers).statusCode())
                .toList();
    }

    @Test
    void rejectsRequestsOverTheLimitOfTheirRoute() {
        assertThat(statuses(2, "/open/a")).containsOnly(200);

        HttpResponse<String> rejected = server.get("/open/b/c");

        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
        assertThat(Field.of("RateLimit-Policy", rejected)).containsOnly(entry("open", Map.of("q", 2L, "w", 3600L)));
        assertThat(HttpContract.json(rejected)).containsEntry("violated-policies", List.of("open"));
    }

    @Test
    void tellsOfTheLimitOnAllowedAnswers() {
        HttpResponse<String> allowed = server.get("/by-path/7/x");

        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(Field.of("RateLimit", allowed)).containsKey("by-path");
    }

    @Test
    void countsByHeaderWhateverItsCase() {
        assertThat(statuses(2, "/by-header", "X-Api-Key", "one")).containsExactly(200, 429);
        assertThat(statuses(1, "/by-header", "X-API-KEY", "two")).containsExactly(200);
    }

    @Test
    void answersAMissingHeaderInAKeyOrInPermitsWith400() {
        assertThat(server.get("/sized").statusCode()).isEqualTo(400);
        assertThat(server.get("/by-header").statusCode()).isEqualTo(400);
    }

    @Test
    void takesAsManyPermitsAsAHeaderSays() {
        assertThat(statuses(1, "/weighted", "X-Weight", "3")).containsExactly(200);
        assertThat(statuses(1, "/weighted", "X-Weight", "2")).containsExactly(429);
        assertThat(statuses(2, "/weighted")).containsExactly(200, 429);
    }

    @ParameterizedTest
    @CsvSource({"many, 400", "1.5, 400", "1e9, 400", "-1, 422", "5, 422", "99999999999999999999, 422"})
    void answersNoNumberOfPermitsWith500(String weight, int status) {
        assertThat(statuses(1, "/weighted", "X-Weight", weight)).containsExactly(status);
    }

    @Test
    void countsHeadWhereItCountsGet() {
        assertThat(server.head("/gets").statusCode()).isEqualTo(200);
        assertThat(server.head("/gets").statusCode()).isEqualTo(429);
        assertThat(statuses(1, "/gets")).containsExactly(429);
        assertThat(server.post("/gets", "{}").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/files/report.txt",
                "/files//report.txt",
                "//files/report.txt",
                "///files/report.txt",
                "/./files/report.txt",
                "/%2e/files/report.txt",
                "/;/files/report.txt",
                "/.;a=1/files/report.txt",
                "/files%2Freport.txt",
                "/f%69les/report.txt",
                "/files;a=1/report.txt"
            })
    void countsSpellingsThatServersAndHandlersOfResourcesTakeForThePath(String path) {
        server.raw("/files/report.txt");

        assertThat(server.raw(path)).isIn(429, 400);
    }

    @Test
    void countsByVariableOfThePath() {
        assertThat(statuses(2, "/by-path/1/a")).containsExactly(200, 429);
        assertThat(statuses(1, "/by-path/2/a")).containsExactly(200);
    }

    @Test
    void countsTheMethodsThatItNamesOnly() {
        assertThat(statuses(3, "/posts")).containsOnly(200);
        assertThat(server.post("/posts", "{}").statusCode()).isEqualTo(200);
        assertThat(server.post("/posts", "{}").statusCode()).isEqualTo(429);
    }

    @Test
    void takesPermitsWhereItsConditionHolds() {
        assertThat(statuses(3, "/heavy", "Free", "yes")).containsOnly(200);
        assertThat(statuses(2, "/heavy")).containsExactly(200, 429);
    }

    @Test
    void takesThePermitsOfAllMatchingRoutesOrOfNone() {
        assertThat(statuses(5, "/both/narrow")).containsExactly(200, 429, 429, 429, 429);
        assertThat(statuses(10, "/both/x")).containsExactly(200, 200, 200, 200, 200, 200, 200, 200, 200, 429);
    }

    @Test
    void addsUpWhatRoutesTakeOfOneKeyWhateverItsPlan() {
        assertThat(statuses(3, "/shared/dear")).containsExactly(200, 200, 429);
        assertThat(statuses(3, "/shared/x")).containsExactly(200, 200, 429);
    }

    @Test
    void rejectsNothingThatOnlyWatches() {
        assertThat(statuses(3, "/watched")).containsOnly(200);
    }

    @Test
    void waitsAfterAuthentication() {
        assertThat(statuses(3, "/patient")).containsOnly(200);
    }

    @Test
    void leavesOtherRequestsAndPreflightsAlone() {
        assertThat(statuses(5, "/elsewhere")).containsOnly(200);
        assertThat(IntStream.range(0, 4)
                        .mapToObj(i -> server.preflight("/by-path/3/preflight"))
                        .map(HttpResponse::statusCode))
                .doesNotContain(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/spelled/%2e%2e/x", "/spelled//y", "/spelled/z;a=b", "/spelled/%zz"})
    void answersNoSpellingOfAPathWith500(String path) {
        assertThat(server.raw(path)).isIn(200, 400, 404);
    }

    @Test
    void endsTheStartWithAllMistakesAtOnce() {
        RouteMistakes.assertAllEnd(this::start);
    }
}
