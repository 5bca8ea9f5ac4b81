package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who counts under which limit, in an application. */
class PlansTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withPropertyValues(
                    "ratelimited.store=local",
                    "ratelimited.limiters.search.plans.free-trial.rate=3",
                    "ratelimited.limiters.search.plans.PRO.rate=50",
                    "ratelimited.limiters.search.plans.PRO.interval=1h");

    enum Level {
        FREE_TRIAL,
        PRO
    }

    static class Search {

        @RateLimited(name = "search", rate = 5, interval = "1m", key = "#user", plan = "#plan")
        public void search(String user, @Nullable Object plan) {}
    }

    static final class Decided implements DecisionListener {

        final List<Decision> decisions = new ArrayList<>();

        @Override
        public void onDecision(Decision decision) {
            decisions.add(decision);
        }

        Decision last() {
            return decisions.get(decisions.size() - 1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Search searchService() {
            return new Search();
        }

        @Bean
        Decided decided() {
            return new Decided();
        }
    }

    private static RateLimit perMinute(long rate) {
        return RateLimit.of(rate, MINUTE);
    }

    @Test
    void anAnnotationCountsByThePlanOfItsExpression() {
        context.run(started -> {
            Search search = started.getBean(Search.class);
            Decided decided = started.getBean(Decided.class);
            search.search("ann", Level.FREE_TRIAL);
            assertThat(decided.last().limit()).isEqualTo(perMinute(3));
            assertThat(decided.last().plan()).isEqualTo("free-trial");
            search.search("ann", "pro");
            assertThat(decided.last().limit()).isEqualTo(RateLimit.of(50, Duration.ofHours(1)));
            assertThat(decided.last().origin()).isEqualTo(Origin.PLAN);
            search.search("ann", null);
            assertThat(decided.last().limit()).isEqualTo(perMinute(5));
            search.search("ann", "gold");
            assertThat(decided.last().limit()).isEqualTo(perMinute(5));
            // What was used stays used.
            assertThat(decided.last().remaining()).isEqualTo(1);
        });
    }

    @Test
    void aPlanMayNotBeANumber() {
        context.run(started -> assertThat(
                        catchThrowable(() -> started.getBean(Search.class).search("ann", 7)))
                .hasMessageContaining("must be a text, an enum or null, but is a java.lang.Integer"));
    }

    static class Unquoted {

        @RateLimited(name = "search", rate = 5, interval = "1m", plan = "pro")
        public void search() {}
    }

    @Test
    void aPlanWithoutQuotesFailsTheStartWithAdvice() {
        context.withBean(Unquoted.class)
                .run(started -> assertThat(started.getStartupFailure()).hasMessageContaining("write 'pro', in quotes"));
    }

    @Test
    void aPlanThatCannotCountTheSameKeyFailsTheStart() {
        context.withPropertyValues("ratelimited.limiters.search.algorithm=FIXED_WINDOW")
                .run(started -> assertThat(started.getStartupFailure())
                        .hasMessageContaining("The plan 'PRO' has the interval PT1H")
                        .hasMessageContaining("ratelimited.limiters.search.plans.PRO"));
    }

    @ParameterizedTest
    @CsvSource({
        "limiters.search.plans.pro.rate=1, are the same",
        "limiters.search.plans.other.rate=1, is not a valid name of a plan",
        "limiters.search.plans.gold.rate=0, must be at least 1",
        "defaults.plans.gold.rate=1, has no effect",
        "defaults.limit-source=true, has no effect",
        "limit-source.ttl=0, ratelimited.limit-source.ttl must be positive",
        "limiters.search.limit-source=true, There is no LimitSource bean",
        "limiters.unknown.plans.gold.rate=1, No limit of the limiter 'unknown'"
    })
    void aMistakeFailsTheStart(String property, String message) {
        context.withPropertyValues("ratelimited." + property)
                .run(started -> assertThat(started.getStartupFailure()).hasStackTraceContaining(message));
    }

    /** Levels from the strongest to the weakest: what is in force when those from one on are there. */
    @ParameterizedTest
    @CsvSource({
        "0, 90, CALL",
        "1, 80, KEY",
        "2, 70, SOURCE",
        "3, 60, PLAN",
        "4, 40, NAME",
        "5, 30, DECLARED",
        "6, 20, DECLARED",
        "7, 10, DECLARED"
    })
    void theStrongestLevelDecides(int strongest, long rate, Origin origin) {
        ApplicationContextRunner there = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withBean(Decided.class)
                .withPropertyValues(
                        "ratelimited.store=local", "ratelimited.defaults.rate=10", "ratelimited.defaults.interval=1m");
        there = strongest <= 6 ? there.withBean("api", Annotated.class) : there.withBean("api", Bare.class);
        if (strongest <= 5) {
            there = there.withPropertyValues("ratelimited.limiters.api.rate=30");
        }
        if (strongest <= 3) {
            there = there.withPropertyValues("ratelimited.limiters.api.plans.pro.rate=60");
        }
        if (strongest <= 2) {
            LimitSource source = (limiter, key) -> perMinute(70);
            there = there.withPropertyValues("ratelimited.limiters.api.limit-source=true")
                    .withBean(LimitSource.class, () -> source);
        }
        there.run(started -> {
            RateLimiters limiters = started.getBean(RateLimiters.class);
            RateLimiter api = limiters.get("api");
            if (strongest <= 4) {
                api.setRate(perMinute(40));
            }
            if (strongest <= 1) {
                api.forKey("ann").setRate(perMinute(80));
            }
            RateLimiter asked = strongest <= 0
                    ? api.forKey("ann").withPlan("pro").withLimit(perMinute(90))
                    : strongest <= 3 ? api.forKey("ann").withPlan("pro") : api.forKey("ann");
            Decision decision = asked.decide(1, Duration.ZERO);
            assertThat(decision.limit()).isEqualTo(perMinute(rate));
            assertThat(decision.origin()).isEqualTo(origin);
            assertThat(decision.remaining()).isEqualTo(rate - 1);
            assertThat(asked.limit()).isEqualTo(perMinute(rate));
            if (strongest >= 1) {
                ((Api) started.getBean("api")).call("ann", strongest <= 3 ? "pro" : null);
                Decision ofMethod = started.getBean(Decided.class).last();
                assertThat(ofMethod.limit()).isEqualTo(perMinute(rate));
                assertThat(ofMethod.origin()).isEqualTo(origin);
                assertThat(ofMethod.remaining()).isEqualTo(rate - 2);
            }
        });
    }

    static class Api {

        public void call(String user, @Nullable String plan) {}
    }

    static class Annotated extends Api {

        @Override
        @RateLimited(name = "api", rate = 20, interval = "1m", key = "#user", plan = "#plan")
        public void call(String user, @Nullable String plan) {}
    }

    static class Bare extends Api {

        @Override
        @RateLimited(name = "api", key = "#user", plan = "#plan")
        public void call(String user, @Nullable String plan) {}
    }
}
