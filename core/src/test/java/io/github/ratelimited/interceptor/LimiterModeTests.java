package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LimiterModeTests {

    static class Api {

        @RateLimited(name = "one", rate = 1, interval = "10s", key = "#user", timeout = "5s")
        public String one(String user) {
            return "one";
        }

        @RateLimited(name = "two", rate = 2, interval = "10s")
        @RateLimited(name = "one", rate = 1, interval = "10s", timeout = "5s")
        public String both() {
            return "both";
        }

        @RateLimited(name = "two", rate = 2, interval = "10s")
        @RateLimited(name = "one", rate = 1, interval = "10s")
        public CompletableFuture<String> bothAsync() {
            return CompletableFuture.completedFuture("both");
        }
    }

    static class Heard implements DecisionListener {

        final List<Decision> decisions = new ArrayList<>();

        @Override
        public void onDecision(Decision decision) {
            decisions.add(decision);
        }
    }

    private static AspectContext mode(LimiterMode one) {
        return AspectContext.of(Api.class, Heard.class)
                .settings(LimiterSettings.NONE, Map.of("one", SomeSettings.mode(one)))
                .start();
    }

    @Test
    void shadowDecidesWithoutWaitingAndRejectsNothing() {
        try (AspectContext context = mode(LimiterMode.SHADOW)) {
            Api api = context.get(Api.class);
            api.one("alice");
            assertThat(api.one("alice")).isEqualTo("one");
            List<Decision> decisions = context.get(Heard.class).decisions;
            assertThat(decisions).extracting(Decision::basis).containsExactly(Basis.STORE, Basis.SHADOW);
            assertThat(decisions).allMatch(Decision::allowed);
            assertThat(decisions.get(1).retryAfter()).isEqualTo(Duration.ofSeconds(10));
            assertThat(context.limiters.asked).containsOnly("{one for alice=1} within PT0S");
        }
    }

    @Test
    void shadowIsAskedOnlyWhenTheOthersAllow() {
        try (AspectContext context = mode(LimiterMode.SHADOW)) {
            Api api = context.get(Api.class);
            api.both();
            assertThat(api.both()).isEqualTo("both");
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(api::both)
                    .satisfies(rejected ->
                            assertThat(rejected.getDecision().limiter()).isEqualTo("two"));
            assertThat(context.get(Heard.class).decisions)
                    .extracting(Decision::limiter)
                    .containsExactly("two", "one", "two", "one", "two");
        }
    }

    @Test
    void shadowWatchesAsynchronousMethods() {
        try (AspectContext context = mode(LimiterMode.SHADOW)) {
            Api api = context.get(Api.class);
            assertThat(api.bothAsync()).isCompletedWithValue("both");
            assertThat(api.bothAsync()).isCompletedWithValue("both");
            assertThat(api.bothAsync()).isCompletedExceptionally();
            assertThat(context.get(Heard.class).decisions)
                    .extracting(Decision::basis)
                    .containsExactly(Basis.STORE, Basis.STORE, Basis.STORE, Basis.SHADOW, Basis.STORE);
        }
    }

    @Test
    void shadowLetsCallsThroughThatItCannotDecide() {
        try (AspectContext context = mode(LimiterMode.SHADOW)) {
            Api api = context.get(Api.class);
            assertThat(api.one(null)).isEqualTo("one");
            context.limiters.failure = new RateLimiterUnavailableException("Redis is down", null);
            assertThat(api.one("alice")).isEqualTo("one");
            assertThat(context.get(Heard.class).decisions).isEmpty();
        }
    }

    @Test
    void offAsksNobody() {
        try (AspectContext context = mode(LimiterMode.OFF)) {
            Api api = context.get(Api.class);
            api.one("alice");
            assertThat(api.one("alice")).isEqualTo("one");
            api.both();
            assertThat(context.limiters.asked).containsExactly("{two=1} within PT0S");
            assertThat(context.limiters.names()).contains("one");
        }
    }
}
