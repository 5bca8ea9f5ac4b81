package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/** What the expressions of routes make of requests that lack something, or have something else than others. */
class RouteInputTests {

    private static final List<String> ROUTES = List.of(
            "bearer.key=#headers['Authorization'].substring(7)",
            "size.condition=T(Integer).parseInt(#headers['X-Size']) > 9",
            "kind.condition=#headers['X-Kind']?.startsWith('a')",
            "plan.plan=#headers['X-Plan'].toLowerCase()",
            "agent.condition=#headers['X-Agent'] matches 'bot.*'",
            "each.permits=6 / T(Integer).parseInt(#headers['X-Parts'])",
            "bean.key=@environment.getProperty(#headers['X-Key'])");

    private static Server startAll(WebApplicationType type) {
        Stream<String> settings = ROUTES.stream().flatMap(setting -> {
            String id = setting.substring(0, setting.indexOf('.'));
            return Stream.of(
                    "--ratelimited.routes." + setting,
                    "--ratelimited.routes." + id + ".path=/" + id,
                    "--ratelimited.limiters." + id + ".rate=9",
                    "--ratelimited.limiters." + id + ".interval=1h");
        });
        return start(type, settings.toArray(String[]::new));
    }

    private static Server start(WebApplicationType type, String... settings) {
        return Server.start(
                type,
                ReactiveRoutesTests.Application.class,
                Stream.concat(Stream.of("--ratelimited.store=local"), Stream.of(settings))
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void isABadRequestUnlessABeanFails(WebApplicationType type) {
        try (Server server = startAll(type)) {
            isRejected(server, "bearer");
            isRejected(server, "bearer", "Authorization", "x");
            isRejected(server, "size", "X-Size", "ten");
            isRejected(server, "kind");
            isRejected(server, "plan");
            isRejected(server, "agent");
            isRejected(server, "each", "X-Parts", "0");

            assertThat(server.get("/bearer", "Authorization", "Bearer abc").statusCode())
                    .isEqualTo(200);
            assertThat(server.get("/size", "X-Size", "10").statusCode()).isEqualTo(200);
            assertThat(server.get("/kind", "X-Kind", "b").statusCode()).isEqualTo(200);
            assertThat(server.get("/agent", "X-Agent", "bot/1").statusCode()).isEqualTo(200);
            assertThat(server.get("/each", "X-Parts", "2").statusCode()).isEqualTo(200);
            assertThat(server.get("/bean").statusCode()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void aPathCountsWithoutItsFirstSlash(WebApplicationType type) {
        try (Server server = start(
                type,
                "--ratelimited.routes.plain.path=plain/**",
                "--ratelimited.limiters.plain.rate=1",
                "--ratelimited.limiters.plain.interval=1h")) {
            assertThat(server.get("/plain/a").statusCode()).isEqualTo(200);
            assertThat(server.get("/plain/b").statusCode()).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void aSlashAtTheEndOfAPathPassesByNoLimit(WebApplicationType type) {
        try (Server server = start(
                type,
                "--ratelimited.routes.in.path=/sign-in/{user}",
                "--ratelimited.routes.in.key=#path['user']",
                "--ratelimited.limiters.in.rate=1",
                "--ratelimited.limiters.in.interval=1h")) {
            assertThat(server.get("/sign-in/alice").statusCode()).isEqualTo(200);
            assertThat(server.get("/sign-in/alice/").statusCode()).isEqualTo(429);
            assertThat(server.get("/sign-in/bob/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aPathThatMatchesNothingAndAnUnknownVariableEndTheStart() {
        assertThatThrownBy(() -> start(
                        WebApplicationType.SERVLET,
                        "--ratelimited.limiters.a.rate=1",
                        "--ratelimited.limiters.a.interval=1h",
                        "--ratelimited.routes.url.path=https://shop.example/a",
                        "--ratelimited.routes.url.limiter=a",
                        "--ratelimited.routes.query.path=/a?page=1",
                        "--ratelimited.routes.query.limiter=a",
                        "--ratelimited.routes.name.path=/a/{tenant:[a-z]+}/{*rest}",
                        "--ratelimited.routes.name.key={#path['rest'], #path['tenant'], #path[\"id\"]}",
                        "--ratelimited.routes.name.limiter=a",
                        "--ratelimited.routes.member.path=/a/{id}",
                        "--ratelimited.routes.member.key={#path.id, #headers.size(), #headers?.Accept}",
                        "--ratelimited.routes.member.limiter=a",
                        "--ratelimited.routes.all.path=/a",
                        "--ratelimited.routes.all.condition=!#headers.empty and #headers.?[value == '1'] != null",
                        "--ratelimited.routes.all.permits=#headers.size() + #headers.get('a').length()",
                        "--ratelimited.routes.all.limiter=a",
                        "--ratelimited.routes.unquoted.path=/a/{tenant}",
                        "--ratelimited.routes.unquoted.key={#path[tenant], #path[tenent]}",
                        "--ratelimited.routes.unquoted.permits=#headers[X-Cost]",
                        "--ratelimited.routes.unquoted.condition={a-b: 1} != null",
                        "--ratelimited.routes.unquoted.limiter=a"))
                .hasStackTraceContaining("ratelimited.routes.url: path 'https://shop.example/a' is a URL")
                .hasStackTraceContaining("ratelimited.routes.query: path '/a?page=1' has a query")
                .hasStackTraceContaining("reads #path.id, which nothing has. Write #path['id']")
                .hasStackTraceContaining("reads #headers?.Accept, which nothing has. Write #headers['Accept']")
                .hasStackTraceContaining("has no variable for #path['id'], but [rest, tenant]")
                .hasStackTraceContaining("uses #headers.empty, but a header can only be read by its name")
                .hasStackTraceContaining("uses #headers.?[, but")
                .hasStackTraceContaining("uses #headers.size(, but")
                .hasStackTraceContaining("has no variable for #path['tenent'], but [tenant]")
                .hasStackTraceContaining(
                        "permits '#headers[X-Cost]' uses 'X', which is not a variable; write text in quotes")
                .hasStackTraceContaining("condition '{a-b: 1} != null' uses 'a', which is not a variable");
    }

    @Test
    void routesWhosePermitsNoRequestCanGetTogetherFailAtStartupWhereTheyAreEnforced() {
        String[] settings = {
            "--ratelimited.limiters.a.rate=5",
            "--ratelimited.limiters.a.interval=1h",
            "--ratelimited.routes.all.path=/a/**",
            "--ratelimited.routes.all.permits=3",
            "--ratelimited.routes.all.limiter=a",
            "--ratelimited.routes.one.path=/a/x",
            "--ratelimited.routes.one.permits=4",
            "--ratelimited.routes.one.limiter=a"
        };
        assertThatThrownBy(() -> start(WebApplicationType.SERVLET, settings))
                .hasStackTraceContaining(
                        "Rate limit 'a' counts a request such as GET /a/x in [ratelimited.routes.all,");
        String[] watched = Arrays.copyOf(settings, settings.length + 1);
        watched[settings.length] = "--ratelimited.limiters.a.mode=shadow";
        try (Server server = start(WebApplicationType.SERVLET, watched)) {
            assertThat(server.get("/a/x").statusCode()).isEqualTo(200);
        }
    }

    private static void isRejected(Server server, String route, String... headers) {
        HttpResponse<String> answer = server.get("/" + route, headers);

        assertThat(answer.statusCode()).as(route).isEqualTo(400);
        assertThat(HttpContract.json(answer))
                .containsEntry(
                        "detail",
                        "The request has no value that the limit '" + route
                                + "' can count by, or one that is not valid.");
    }
}
