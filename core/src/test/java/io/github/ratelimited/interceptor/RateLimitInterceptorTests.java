package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.Order;

class RateLimitInterceptorTests {

    static class Api {

        int calls;

        @RateLimited(name = "login", rate = 2, interval = "10s", key = "#user")
        public String login(String user) {
            calls++;
            return "hello " + user;
        }

        @RateLimited(name = "send", rate = 10, interval = "10s", permits = "#messages.size()", timeout = "500ms")
        public void send(List<String> messages) {
            calls++;
        }

        @RateLimited(name = "maybe", rate = 1, interval = "10s", condition = "#limited")
        public void maybe(boolean limited) {
            calls++;
        }

        @RateLimited(name = "user", rate = 5, interval = "10s", key = "#user", timeout = "2s")
        @RateLimited(name = "all", rate = 1, interval = "10s", timeout = "-1")
        public void both(String user) {
            calls++;
        }

        @RateLimited(name = "transfer", rate = 5, interval = "10s", key = "#from")
        @RateLimited(name = "transfer", rate = 5, interval = "10s", key = "#to")
        public void transfer(String from, String to) {
            calls++;
        }

        @RateLimited("vendor")
        public void vendor() {
            calls++;
        }

        @RateLimited(name = "${limit.name}", rateString = "${limit.rate}", interval = "${limit.interval}")
        public void placeholders() {
            calls++;
        }

        @RateLimited(name = "patient", rate = 1, interval = "1s", timeout = "-1")
        public void patient() {
            calls++;
        }
    }

    static class Waiting implements DecisionListener {

        final List<Decision> decisions = new ArrayList<>();

        @Override
        public void onDecision(Decision decision) {
            decisions.add(decision);
        }
    }

    @Order(1)
    static class First extends Waiting {}

    @Order(2)
    static class Second extends Waiting {}

    private static AspectContext started(Class<?>... listeners) {
        AspectContext context = AspectContext.of(Api.class);
        context.limiters.limits.put("vendor", RateLimit.of(1, Duration.ofSeconds(1)));
        for (Class<?> listener : listeners) {
            context.context().register(listener);
        }
        return context.properties(Map.of("limit.name", "named", "limit.rate", "1", "limit.interval", "7s"))
                .start();
    }

    @Test
    void rejectsCallOverTheLimitWithTheDecision() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            assertThat(api.login("alice")).isEqualTo("hello alice");
            api.login("alice");
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> api.login("alice"))
                    .satisfies(rejected -> {
                        assertThat(rejected.getDecision().limiter()).isEqualTo("login");
                        assertThat(rejected.getDecision().retryAfter()).isEqualTo(Duration.ofSeconds(10));
                    });
            assertThat(api.login("bob")).isEqualTo("hello bob");
            assertThat(context.limiters.used)
                    .containsEntry("login for alice", 2L)
                    .containsEntry("login for bob", 1L);
        }
    }

    @Test
    void takesThePermitsThatTheExpressionSaysWithinTheTimeout() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.send(List.of("a", "b", "c"));
            api.send(List.of());
            assertThat(context.limiters.asked).containsExactly("{send=3} within PT0.5S", "{send=0} within PT0.5S");
        }
    }

    @Test
    void leavesCallAloneWhenItsConditionDoesNotHold() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.maybe(false);
            api.maybe(false);
            assertThat(context.limiters.asked).isEmpty();
            api.maybe(true);
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> api.maybe(true));
        }
    }

    @Test
    void takesAllOfSeveralLimitsOrNoneWithinTheShortestTimeout() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.both("alice");
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> api.both("bob"))
                    .satisfies(rejected ->
                            assertThat(rejected.getDecision().limiter()).isEqualTo("all"));
            assertThat(context.limiters.used).doesNotContainKey("user for bob");
            assertThat(context.limiters.asked)
                    .containsExactly("{user for alice=1, all=1} within PT2S", "{user for bob=1, all=1} within PT2S");
        }
    }

    @Test
    void addsUpThePermitsOfLimitsThatMeetInOneKey() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.transfer("alice", "bob");
            api.transfer("alice", "alice");
            assertThat(context.limiters.used)
                    .containsEntry("transfer for alice", 3L)
                    .containsEntry("transfer for bob", 1L);
        }
    }

    @Test
    void usesLimitsThatAreDeclaredElsewhereByTheirName() {
        try (AspectContext context = started()) {
            Api api = context.get(Api.class);
            api.vendor();
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::vendor);
            assertThat(context.limiters.declarations).doesNotContain("vendor");
        }
    }

    @Test
    void resolvesPlaceholders() {
        try (AspectContext context = started()) {
            context.get(Api.class).placeholders();
            assertThat(context.limiters.limits).containsEntry("named", RateLimit.of(1, Duration.ofSeconds(7)));
        }
    }

    @Test
    void propertiesReplaceWhatTheAnnotationSays() {
        LimiterSettings one = SomeSettings.limit(1L, null);
        try (AspectContext context = AspectContext.of(Api.class)) {
            context.limiters.limits.put("vendor", RateLimit.of(1, Duration.ofSeconds(1)));
            context.properties(Map.of("limit.name", "named", "limit.rate", "1", "limit.interval", "7s"))
                    .settings(LimiterSettings.NONE, Map.of("login", one))
                    .start();
            context.get(Api.class).login("alice");
            assertThat(context.limiters.limits).containsEntry("login", RateLimit.of(1, Duration.ofSeconds(10)));
        }
    }

    @Test
    void waitsForeverWithTimeoutMinusOne() {
        try (AspectContext context = started()) {
            context.get(Api.class).patient();
            assertThat(context.limiters.asked)
                    .containsExactly("{patient=1} within " + ChronoUnit.FOREVER.getDuration());
        }
    }

    @Test
    void tellsListenersOfEveryDecisionInTheirOrder() {
        try (AspectContext context = started(Second.class, First.class)) {
            Api api = context.get(Api.class);
            api.maybe(true);
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> api.maybe(true));
            assertThat(context.get(First.class).decisions)
                    .extracting(Decision::allowed)
                    .containsExactly(true, false);
            assertThat(context.get(Second.class).decisions).hasSize(2);
        }
    }

    @Test
    void namesTheMethodOfACallThatAsksForMoreThanCanEverBeGranted() {
        try (AspectContext context = started()) {
            List<String> eleven = List.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.get(Api.class).send(eleven))
                    .withMessageContaining("RateLimitInterceptorTests.Api.send(List)")
                    .withMessageContaining("permits must be at most 10");
            assertThat(context.get(Api.class).calls).isZero();
        }
    }
}
