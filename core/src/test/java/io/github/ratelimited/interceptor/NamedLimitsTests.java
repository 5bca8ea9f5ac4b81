package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import jakarta.annotation.PostConstruct;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An annotation that only names a limiter goes by what others say of it. */
class NamedLimitsTests {

    static class Orders {

        @RateLimited(name = "orders", permits = "20")
        public void cancelAll() {}

        @RateLimited(name = "orders", rate = 100, interval = "1m")
        public void place() {}
    }

    static class Hasty {

        private final Orders orders;

        Hasty(Orders orders) {
            this.orders = orders;
        }

        @PostConstruct
        void start() {
            orders.cancelAll();
        }
    }

    static class NameAlone {

        @RateLimited("orders")
        public void cancel() {}
    }

    static class Misspelt {

        @RateLimited("ordres")
        public void cancel() {}

        @RateLimited(name = "orders", rate = 100, interval = "1m")
        public void place() {}
    }

    static class TooMany {

        @RateLimited(name = "orders", permits = "101")
        public void cancelAll() {}

        @RateLimited(name = "orders", rate = 100, interval = "1m")
        public void place() {}
    }

    private static final LimiterSettings SEVEN = SomeSettings.limit(7L, Duration.ofMinutes(2));

    private static void assertLimit(RateLimit expected, AspectContext started, long used) {
        try (started) {
            Orders orders = started.get(Orders.class);
            orders.cancelAll();
            orders.place();
            orders.cancelAll();
            assertThat(started.limiters.limits).containsOnly(Map.entry("orders", expected));
            assertThat(started.limiters.used).containsOnly(Map.entry("orders", used));
        }
    }

    @Test
    void configurationMayChangeAPartOfALimitThatAnotherMethodDescribes() {
        Map<String, LimiterSettings> configured = Map.of("orders", SomeSettings.limit(50L, null));
        assertLimit(
                RateLimit.of(50, Duration.ofMinutes(1)),
                AspectContext.of(Orders.class)
                        .settings(LimiterSettings.NONE, configured)
                        .start(),
                41);
    }

    @Test
    void anotherMethodComesBeforeTheDefaults() {
        assertLimit(
                RateLimit.of(100, Duration.ofMinutes(1)),
                AspectContext.of(Orders.class).settings(SEVEN, Map.of()).start(),
                41);
    }

    @Test
    void callsBeforeTheProofAreNoSecondLimit() {
        AspectContext aspect = AspectContext.of(Orders.class, Hasty.class)
                .settings(SomeSettings.limit(30L, Duration.ofMinutes(2)), Map.of())
                .start();
        assertLimit(RateLimit.of(100, Duration.ofMinutes(1)), aspect, 61);
    }

    @Test
    void defaultsAreForNamesThatNobodyDescribes() {
        try (AspectContext aspect =
                AspectContext.of(NameAlone.class).settings(SEVEN, Map.of()).start()) {
            aspect.get(NameAlone.class).cancel();
            assertThat(aspect.limiters.limits)
                    .containsOnly(Map.entry("orders", RateLimit.of(7, Duration.ofMinutes(2))));
        }
    }

    @Test
    void halfALimitIsAMistakeWhereNobodySaysTheRest() {
        AspectContext aspect = AspectContext.of(NameAlone.class)
                .settings(LimiterSettings.NONE, Map.of("orders", SomeSettings.limit(50L, null)));
        assertThat(MethodMistakesTests.findings(aspect))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what())
                        .isEqualTo("Rate limit 'orders': The interval for the rate of 50 is missing"));
    }

    @Test
    void aWrongNameIsToldWithTheRightOnes() {
        AspectContext aspect = AspectContext.of(Misspelt.class);
        aspect.limiters.limits.put("refunds", RateLimit.of(5, Duration.ofMinutes(1)));
        assertThat(MethodMistakesTests.findings(aspect))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what())
                        .isEqualTo("No rate limit named 'ordres'; known are [orders, refunds]"));
    }

    @Test
    void permitsAreHeldAgainstTheLimitOfTheOtherMethod() {
        assertThat(MethodMistakesTests.findings(AspectContext.of(TooMany.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("cancelAll()"))
                .satisfies(finding -> assertThat(finding.what()).contains("101"));
    }
}
