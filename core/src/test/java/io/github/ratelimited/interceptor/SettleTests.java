package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** What methods that are done when they return really cost. */
class SettleTests {

    static class Api {

        @RateLimited(name = "result", rate = 100, interval = "1m", key = "#user", permits = "50", settle = "#result")
        public long result(String user, long cost) {
            return cost;
        }

        @RateLimited(name = "optional", rate = 100, interval = "1m", settle = "#result == null ? 0 : #result")
        public Optional<Long> optional(Long cost) {
            return Optional.ofNullable(cost);
        }

        @RateLimited(name = "failures", rate = 5, interval = "1m", settle = "#error == null && #result ? 0 : 1")
        public boolean login(String password) {
            if (password == null) {
                throw new IllegalStateException("no password");
            }
            return password.equals("secret");
        }

        @RateLimited(
                name = "arguments",
                rate = 100,
                interval = "1m",
                settle = "#words.size() + #a0.size() + args.length")
        public void arguments(List<String> words) {}

        @RateLimited(name = "swapped", rate = 100, interval = "1m", settle = "#holder[0]")
        public void swapped(long[] holder) {
            holder[0] = 7;
        }

        @RateLimited(name = "principal", rate = 100, interval = "1m", settle = "#principal.length()")
        public void whoCalls() {
            SecurityContextHolder.clearContext();
        }

        @RateLimited(name = "first", rate = 100, interval = "1m", permits = "10", settle = "#result")
        @RateLimited(name = "second", rate = 100, interval = "1m", permits = "20", settle = "2 * #result")
        @RateLimited(name = "third", rate = 100, interval = "1m", permits = "30")
        public long several() {
            return 3;
        }

        @RateLimited(name = "same", rate = 100, interval = "1m", permits = "10", settle = "#result")
        @RateLimited(name = "same", rate = 100, interval = "1m", permits = "20", settle = "2 * #result")
        @RateLimited(name = "same", rate = 100, interval = "1m", permits = "30")
        public long same() {
            return 3;
        }

        @RateLimited(name = "free", rate = 1, interval = "1m", condition = "#limited", settle = "#result.size")
        public Object conditional(boolean limited) {
            return "";
        }

        @RateLimited(name = "fallback", rate = 1, interval = "1m", settle = "2", fallback = "instead")
        public String withFallback() {
            return "called";
        }

        private String instead() {
            return "instead";
        }
    }

    private static AspectContext mode(String limiter, LimiterMode mode) {
        return AspectContext.of(Api.class)
                .settings(LimiterSettings.NONE, Map.of(limiter, SomeSettings.mode(mode)))
                .start();
    }

    private static List<String> settledBy(Consumer<Api> calls) {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            calls.accept(context.get(Api.class));
            return context.limiters.settled;
        }
    }

    @Test
    void costsWhatTheResultSays() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            assertThat(api.result("alice", 7)).isEqualTo(7);
            assertThat(api.result("bob", 80)).isEqualTo(80);
            assertThat(context.limiters.settled).containsExactly("result for alice=50->7", "result for bob=50->80");
            assertThat(context.limiters.used)
                    .containsEntry("result for alice", 7L)
                    .containsEntry("result for bob", 80L);
        }
    }

    @Test
    void takesResultsOutOfTheirOptional() {
        assertThat(settledBy(api -> {
                    api.optional(4L);
                    api.optional(null);
                }))
                .containsExactly("optional=1->4", "optional=1->0");
    }

    @Test
    void countsFailuresOnly() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            assertThat(api.login("secret")).isTrue();
            assertThat(api.login("guess")).isFalse();
            assertThatIllegalStateException().isThrownBy(() -> api.login(null)).withMessage("no password");
            assertThat(context.limiters.settled).containsExactly("failures=1->0", "failures=1->1", "failures=1->1");
        }
    }

    @Test
    void keepsWhatAFailedCallTookUnlessTheErrorIsNamed() {
        try (AspectContext context = AspectContext.of(Failing.class).start()) {
            Failing failing = context.get(Failing.class);
            assertThatIllegalStateException().isThrownBy(failing::unnamed);
            assertThatIllegalStateException().isThrownBy(failing::named);
            assertThat(context.limiters.settled).containsExactly("unnamed=10->10", "named=10->3");
        }
    }

    static class Failing {

        @RateLimited(name = "unnamed", rate = 100, interval = "1m", permits = "10", settle = "3")
        public String unnamed() {
            throw new IllegalStateException("failed");
        }

        @RateLimited(
                name = "named",
                rate = 100,
                interval = "1m",
                permits = "10",
                settle = "#error.message == 'failed' && #result == null ? 3 : 4")
        public String named() {
            throw new IllegalStateException("failed");
        }
    }

    @Test
    void seesTheArgumentsOfTheCall() {
        assertThat(settledBy(api -> {
                    api.arguments(List.of("a", "b"));
                    api.swapped(new long[1]);
                }))
                .containsExactly("arguments=1->5", "swapped=1->7");
    }

    @Test
    void seesWhoCallsAsAtTheBeginning() {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("alice", "secret"));
        try {
            assertThat(settledBy(Api::whoCalls)).containsExactly("principal=1->5");
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    @Test
    void settlesEachOfSeveralLimits() {
        assertThat(settledBy(Api::several)).containsExactlyInAnyOrder("first=10->3", "second=20->6", "third=30->30");
    }

    @Test
    void addsUpLimitsOfOneLimiterAndKey() {
        assertThat(settledBy(Api::same)).containsExactly("same=60->39");
    }

    @Test
    void settlesNothingForCallsThatTookNothing() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            api.conditional(false);
            api.withFallback();
            assertThat(api.withFallback()).isEqualTo("instead");
            api.result("alice", 60);
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> api.result("alice", 1));
            assertThat(context.limiters.settled).containsExactly("fallback=1->2", "result for alice=50->60");
        }
    }

    @Test
    void evaluatesNothingForLimitersThatAreOff() {
        try (AspectContext context = mode("result", LimiterMode.OFF)) {
            context.get(Api.class).result("alice", 60);
            assertThat(context.limiters.settled).isEmpty();
        }
    }

    @Test
    void shadowSettlesWhatItTook() {
        try (AspectContext context = mode("result", LimiterMode.SHADOW)) {
            Api api = context.get(Api.class);
            api.result("alice", 60);
            assertThat(api.result("alice", 5)).isEqualTo(5);
            assertThat(context.limiters.settled).containsExactly("result for alice=50->60");
        }
    }

    @Test
    void settlesOnEachThreadThatCalls() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            CompletableFuture.allOf(
                            CompletableFuture.runAsync(() -> api.result("alice", 3)),
                            CompletableFuture.runAsync(() -> api.result("bob", 4)))
                    .join();
            assertThat(context.limiters.settled)
                    .containsExactlyInAnyOrder("result for alice=50->3", "result for bob=50->4");
        }
    }
}
