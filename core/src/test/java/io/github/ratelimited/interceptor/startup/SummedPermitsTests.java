package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.interceptor.MethodMistakesTests;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Limits of one limiter and key add up, so that a method may have two of which no call can get the permits. */
class SummedPermitsTests {

    static class Impossible {

        @RateLimited(name = "twice", rate = 10, interval = "1s", key = "#user", permits = "6")
        @RateLimited(name = "twice", rate = 10, interval = "1s", key = "#user", permits = "6")
        public void twice(String user) {}

        @RateLimited(name = "single", rate = 2, interval = "1s")
        @RateLimited(name = "single", rate = 2, interval = "1s", permits = "1 + 1")
        public void withoutKey() {}
    }

    static class Possible {

        @RateLimited(name = "half", rate = 10, interval = "1s", permits = "5")
        @RateLimited(name = "half", rate = 10, interval = "1s", permits = "5")
        public void fits() {}

        @RateLimited(name = "keys", rate = 10, interval = "1s", key = "#user", permits = "6")
        @RateLimited(name = "keys", rate = 10, interval = "1s", key = "#tenant", permits = "6")
        public void otherKeys(String user, String tenant) {}

        @RateLimited(name = "either", rate = 10, interval = "1s", permits = "6", condition = "#large")
        @RateLimited(name = "either", rate = 10, interval = "1s", permits = "6", condition = "!#large")
        public void eitherOr(boolean large) {}

        @RateLimited(name = "argument", rate = 10, interval = "1s", permits = "#cost")
        @RateLimited(name = "argument", rate = 10, interval = "1s", permits = "6")
        public void argument(int cost) {}

        @RateLimited(name = "plans", rate = 10, interval = "1s", plan = "#plan", permits = "12")
        public void more(String plan) {}
    }

    @Test
    void failsTheStartWithLimitsThatNoCallCanMeet() {
        assertThat(MethodMistakesTests.findings(AspectContext.of(Impossible.class)))
                .extracting(Finding::what)
                .containsExactlyInAnyOrder(
                        "Rate limit 'twice' stands here 2 times, which takes 12 permits of each call, but grants at most 10",
                        "Rate limit 'single' stands here 2 times, which takes 3 permits of each call, but grants at most 2");
    }

    @Test
    void startsWhereTheyOnlyWatch() {
        try (AspectContext context =
                AspectContext.of(Impossible.class).settings(SomeSettings.mode(LimiterMode.SHADOW), Map.of())) {
            assertThat(context.start().get(Impossible.class)).isNotNull();
        }
    }

    @Test
    void startsWhereACallMayMeetThem() {
        try (AspectContext context = AspectContext.of(Possible.class)) {
            assertThat(context.start().get(Possible.class)).isNotNull();
        }
    }
}
