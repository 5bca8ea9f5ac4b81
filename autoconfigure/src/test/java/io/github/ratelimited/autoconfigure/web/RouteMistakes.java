package io.github.ratelimited.autoconfigure.web;

import static io.github.ratelimited.autoconfigure.web.RouteArguments.limiter;
import static io.github.ratelimited.autoconfigure.web.RouteArguments.route;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.util.List;
import java.util.function.Consumer;

/** Routes that are wrong, each in its way. */
final class RouteMistakes {

    private RouteMistakes() {}

    static void assertAllEnd(Consumer<List<List<String>>> start) {
        assertThatThrownBy(() -> start.accept(List.of(
                        route("empty", "path=/a", "key="),
                        limiter("empty", 1),
                        route("early", "path=/a", "key=#principal", "timeout=1s"),
                        limiter("early", 1),
                        route("wrong", "path=/{a", "permits=#nothing", "methods=FETCH"),
                        limiter("wrong", 1),
                        route("unknown", "path=/a"),
                        route("named", "path=/a", "limiter=no name"),
                        route("past", "path=/a", "stage=after-authentication", "timeout=-5s", "limiter=empty"),
                        route("less", "path=/a", "permits=-1", "limiter=empty"),
                        route("more", "path=/a", "permits=2", "limiter=empty"),
                        route("sum", "path=/a", "permits=1 + 1", "limiter=empty"),
                        route("odd", "path=/a", "condition='x'", "plan=1", "permits='x'", "limiter=empty"),
                        route("patient", "path=/a", "stage=after-authentication", "timeout=1s", "limiter=blocking"),
                        limiter("blocking", 1),
                        List.of("--ratelimited.limiters.blocking.block-for=1m"),
                        route("settled", "path=/a", "settle=1", "limiter=leased"),
                        limiter("leased", 1),
                        List.of("--ratelimited.limiters.leased.lease=100ms"),
                        route("whole", "path=/a", "key={'a', #request}", "permits=#headers", "limiter=empty"),
                        route("coded", "path=/a%2fb", "limiter=empty"),
                        route("matrix", "path=/{a:[^#;]+}/b;c=1", "limiter=empty"),
                        route("nobody", "path=/a", "key=null", "limiter=empty"),
                        route("nowhere", "limiter=empty"))))
                .hasStackTraceContaining("ratelimited.routes.empty: key is empty; in YAML an unquoted # begins")
                .hasStackTraceContaining("ratelimited.routes.early: key uses #principal")
                .hasStackTraceContaining("ratelimited.routes.early: timeout is PT1S")
                .hasStackTraceContaining("ratelimited.routes.wrong: path '/{a' is not a pattern")
                .hasStackTraceContaining("uses the unknown variable #nothing")
                .hasStackTraceContaining("methods has [FETCH]")
                .hasStackTraceContaining("No rate limit named 'unknown'")
                .hasStackTraceContaining("ratelimited.routes.named: The name of a rate limit must be letters")
                .hasStackTraceContaining("ratelimited.routes.past: timeout must be 0, positive, or -1 to wait as long")
                .hasStackTraceContaining("ratelimited.routes.less: permits must be at least 0, but are -1")
                .hasStackTraceContaining("ratelimited.routes.more: permits must be at most 1, but are 2")
                .hasStackTraceContaining("ratelimited.routes.sum: permits must be at most 1, but are 2")
                .hasStackTraceContaining("ratelimited.routes.odd: condition ''x'' of the rate limit")
                .hasStackTraceContaining("ratelimited.routes.odd: plan '1' of the rate limit")
                .hasStackTraceContaining("ratelimited.routes.odd: permits ''x'' of the rate limit")
                .hasStackTraceContaining("ratelimited.routes.patient: Rate limit 'blocking' has block-for")
                .hasStackTraceContaining("ratelimited.routes.settled: settle needs every call")
                .hasStackTraceContaining("ratelimited.routes.whole: key '{'a', #request}' takes #request as a")
                .hasStackTraceContaining("ratelimited.routes.whole: permits '#headers' takes #headers as a whole")
                .hasStackTraceContaining("ratelimited.routes.coded: path '/a%2fb' has '%2f'")
                .hasStackTraceContaining("ratelimited.routes.matrix: path '/{a:[^#;]+}/b;c=1' has ';'")
                .hasStackTraceContaining("ratelimited.routes.nobody: key 'null' of the rate limit")
                .hasStackTraceContaining("ratelimited.routes.nowhere: path is missing")
                .isInstanceOf(RateLimitConfigurationException.class);
    }
}
