package io.github.ratelimited.web.route;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.RuleSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.web.util.pattern.PathPatternParser;

/** Routes that count one request together, with a limit of 5. */
class RouteSumCheckTests {

    private static final RateLimit FIVE = RateLimit.of(5, Duration.ofHours(1));

    private static final String ADDRESS = "#clientAddress";

    private static RouteSettings route(
            String id,
            String path,
            @Nullable Set<String> methods,
            @Nullable String key,
            @Nullable String permits,
            @Nullable String condition) {
        RuleSettings rule = new RuleSettings(
                "ratelimited.routes." + id,
                "api",
                methods,
                key,
                permits,
                condition,
                null,
                null,
                Duration.ZERO,
                FIVE,
                null);
        return new RouteSettings(path, RouteStage.BEFORE_AUTHENTICATION, rule);
    }

    private static RouteSettings route(String id, String path, String permits) {
        return route(id, path, null, ADDRESS, permits, null);
    }

    private static ThrowingCallable reading(RouteSettings... routes) {
        return () -> new Routes(
                        () -> PathPatternParser.defaultInstance, new Expressions(new DefaultListableBeanFactory()))
                .replacement(List.of(routes), limiter -> true);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/**, /api/export",
        "/api/**, /api/{id}",
        "/api/{tenant}/export, /api/*/export",
        "/**, /api/report-?",
        "/{*rest}, /api/x",
        "/api/x, /api/x",
    })
    void failWhereNoRequestCanHaveTheirPermits(String one, String other) {
        assertThatThrownBy(reading(route("a", one, "3"), route("b", other, "4")))
                .isInstanceOf(RateLimitConfigurationException.class)
                .hasMessageContaining("Rate limit 'api' counts a request such as GET /")
                .hasMessageContaining(
                        " in [ratelimited.routes.a, ratelimited.routes.b], which takes 7 permits of it, but grants at most 5");
    }

    @ParameterizedTest
    @CsvSource({"/api/**, /web/**", "/api/{id}, /api", "/api/{id:[0-9]+}, /api/{id:[a-z]+}"})
    void areFineWhereNoRequestMatchesBoth(String one, String other) {
        assertThatCode(reading(route("a", one, "3"), route("b", other, "4"))).doesNotThrowAnyException();
    }

    @Test
    void areFineWhereTheyDoNotAddUpForEachRequest() {
        RouteSettings all = route("a", "/api/**", "3");
        for (RouteSettings other : List.of(
                route("b", "/api/**", "2"),
                route("b", "/api/**", null, null, "4", null),
                route("b", "/api/**", null, ADDRESS, "#headers['X-Size']", null),
                route("b", "/api/**", null, ADDRESS, "4", "#headers['X-Size'] != null"))) {
            assertThatCode(reading(all, other)).doesNotThrowAnyException();
        }
    }

    @Test
    void ofDifferentMethodsMeetNoRequestTogether() {
        RouteSettings get = route("a", "/api/**", Set.of("GET"), ADDRESS, "3", null);
        RouteSettings post = route("b", "/api/**", Set.of("POST"), ADDRESS, "4", null);
        RouteSettings all = route("c", "/api/x", null, ADDRESS, "2", null);

        assertThatCode(reading(get, post)).doesNotThrowAnyException();
        assertThatThrownBy(reading(get, post, all))
                .hasMessageContaining("such as POST /api/x in [ratelimited.routes.b, ratelimited.routes.c]")
                .hasMessageContaining("takes 6 permits");
    }

    @Test
    void variablesOfTwoPatternsMayDiffer() {
        RouteSettings one = route("a", "/{id}/x", null, "#path['id']", "3", null);
        RouteSettings other = route("b", "/x/{id}", null, "#path['id']", "4", null);

        assertThatCode(reading(one, other)).doesNotThrowAnyException();
        assertThatThrownBy(reading(one, route("b", "/{id}/x", null, "#path['id']", "4", null)))
                .hasMessageContaining("takes 7 permits");
    }
}
