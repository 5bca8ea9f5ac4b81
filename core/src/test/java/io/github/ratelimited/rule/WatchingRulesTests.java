package io.github.ratelimited.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.FakeRateLimiters;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.expression.SharedContext;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.expression.EvaluationContext;
import reactor.core.scheduler.Schedulers;

/** Rules that only watch, beside those that may reject a request: as limits of methods do, whoever takes the permits. */
class WatchingRulesTests {

    /** A request without a header. */
    record Bare(EvaluationContext shared) implements SharedContext {

        @Override
        public Object lookupVariable(String name) {
            return null;
        }
    }

    enum Style {
        BLOCKING,
        REACTIVE
    }

    private final FakeRateLimiters limiters = new FakeRateLimiters();
    private final List<Decision> heard = new ArrayList<>();
    private final Expressions expressions = new Expressions(new DefaultListableBeanFactory());

    private CountedRequest take(Style style, Rule... rules) {
        List<RuleMatch> matches = Stream.of(rules)
                .map(rule -> new RuleMatch(rule, new Bare(expressions.shared())))
                .toList();
        LimiterSettings watches = SomeSettings.mode(LimiterMode.SHADOW);
        SettingsPrecedence settings =
                new SettingsPrecedence(LimiterSettings.NONE, Map.of("watching", watches, "other", watches));
        RuleRequests requests =
                new RuleRequests(() -> limiters, () -> settings, () -> new SettleFailures(limiter -> {}), true);
        Supplier<List<DecisionListener>> listeners = () -> List.of(heard::add);
        return style == Style.BLOCKING
                ? new RuleGuard(requests, Audience.CLIENT, listeners).take(matches)
                : new ReactiveRuleGuard(requests, Audience.CLIENT, listeners)
                        .take(matches)
                        .block();
    }

    private Rule rule(String limiter, String key, String settle) {
        limiters.declare(limiter, RateLimit.of(1, Duration.ofHours(1)));
        return new Rule(
                limiter,
                Set.of(),
                new LimitExpressions(
                        key == null ? null : parsed(key), null, null, null, settle == null ? null : parsed(settle)),
                Duration.ofSeconds(5));
    }

    private LimitExpression parsed(String text) {
        return expressions.parse("key", text, Set.of("header", "status"), "a test");
    }

    @ParameterizedTest
    @EnumSource
    void areAskedOneByOneWithoutWaiting(Style style) {
        take(style, rule("watching", null, null), rule("enforced", null, null), rule("other", null, null));

        assertThat(limiters.asked)
                .containsExactly("{enforced=1} within PT5S", "{watching=1} within PT0S", "{other=1} within PT0S");
    }

    @ParameterizedTest
    @EnumSource
    void neitherFailARequestNorEachOther(Style style) {
        Rule keyless = rule("watching", "#header", null);
        take(style, keyless, rule("other", null, null));
        take(style, keyless, rule("other", null, null));

        assertThat(heard).extracting(Decision::limiter).containsExactly("other", "other");
        assertThat(heard).extracting(Decision::basis).containsExactly(Basis.STORE, Basis.SHADOW);
    }

    @ParameterizedTest
    @EnumSource
    void areNotAskedOfARequestThatIsRejected(Style style) {
        Rule enforced = rule("enforced", null, null);
        Rule watching = rule("watching", null, "#status == 200 ? 1 : 0");
        take(style, enforced);

        assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> take(style, watching, enforced));
        assertThat(limiters.used).containsOnlyKeys("enforced");
    }

    @ParameterizedTest
    @EnumSource
    void areSettledWithTheRequest(Style style) {
        CountedRequest counted =
                take(style, rule("watching", null, "#status == 200 ? 1 : 0"), rule("enforced", null, null));

        assertThat(counted.isSettled()).isTrue();
        assertThat(counted.rules()).filteredOn(rule -> rule.counted() != null).hasSize(1);
        counted.end(404, null);
        assertThat(limiters.settled).contains("watching=1->0");
    }

    @Test
    void areNotWaitedForOnAThreadThatMustNotBlock() {
        limiters.slow = true;
        Rule watching = rule("watching", null, "#status == 200 ? 1 : 0");

        CompletableFuture<CountedRequest> asked =
                CompletableFuture.supplyAsync(() -> take(Style.BLOCKING, watching), Schedulers.parallel()::schedule);

        assertThat(asked).succeedsWithin(Duration.ofSeconds(20));
        limiters.decideWaiting();
        assertThat(limiters.settled).containsExactly("watching=1->0");
    }
}
