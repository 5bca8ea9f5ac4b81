package io.github.ratelimited.web.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.FakeRateLimiters;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.rule.ReactiveRuleGuard;
import io.github.ratelimited.rule.RuleRequests;
import io.github.ratelimited.rule.RuleSettings;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** Who sends a request of WebFlux, by what Spring Security makes of it. */
class ReactivePrincipalTests {

    private final FakeRateLimiters limiters = new FakeRateLimiters();

    private void get(Principal principal) {
        limiters.declare("api", RateLimit.of(10, Duration.ofHours(1)));
        Routes routes =
                new Routes(() -> PathPatternParser.defaultInstance, new Expressions(new DefaultListableBeanFactory()));
        routes.replacement(
                        List.of(new RouteSettings(
                                "/**",
                                RouteStage.AFTER_AUTHENTICATION,
                                new RuleSettings(
                                        "ratelimited.routes.api",
                                        "api",
                                        null,
                                        "#principal?.name ?: #clientAddress",
                                        null,
                                        null,
                                        null,
                                        null,
                                        Duration.ZERO,
                                        null,
                                        null))),
                        limiter -> true)
                .run();
        RuleRequests requests = new RuleRequests(
                () -> limiters, () -> SettingsPrecedence.NONE, () -> new SettleFailures(limiter -> {}), true);
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
        new ReactiveRoutes(
                        RouteStage.AFTER_AUTHENTICATION,
                        routes,
                        new ReactiveRuleGuard(requests, Audience.CLIENT, List::of),
                        0)
                .filter(exchange.mutate().principal(Mono.just(principal)).build(), any -> Mono.empty())
                .block();
    }

    @Test
    void isTheUser() {
        get(() -> "alice");
        assertThat(limiters.asked).singleElement().asString().contains("alice");
    }

    @Test
    void isNobodyForAnonymousVisitors() {
        get(new AnonymousAuthenticationToken("key", "anonymousUser", AuthorityUtils.createAuthorityList("ANY")));
        assertThat(limiters.asked)
                .singleElement()
                .asString()
                .contains("unknown")
                .doesNotContain("anonymousUser");
    }
}
