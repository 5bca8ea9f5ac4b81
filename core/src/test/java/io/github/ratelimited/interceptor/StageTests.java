package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.micrometer.context.ContextRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StageTests {

    static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    static class Api {

        volatile Thread ranOn;
        volatile String tenant;
        final CompletableFuture<String> answer = new CompletableFuture<>();

        @RateLimited(name = "stage", rate = 1, interval = "10s", timeout = "1s")
        public CompletableFuture<String> call() {
            ranOn = Thread.currentThread();
            tenant = TENANT.get();
            return answer;
        }

        @RateLimited(name = "keyed", rate = 1, interval = "10s", key = "#user")
        public CompletionStage<String> keyed(String user) {
            return answer;
        }

        @RateLimited(name = "broken", rate = 1, interval = "10s")
        public CompletionStage<String> broken() {
            throw new IllegalStateException("broken");
        }

        @RateLimited(name = "nesting", rate = 1, interval = "10s")
        public CompletionStage<String> nesting(RateLimiter other) {
            return other.call(() -> answer);
        }

        @RateLimited(name = "future", rate = 1, interval = "10s")
        public Future<String> future() {
            return answer;
        }
    }

    private static AspectContext slow(Executor executor) {
        AspectContext context = AspectContext.of(Api.class).executor(executor).start();
        context.limiters.slow = true;
        return context;
    }

    private static Api target(AspectContext context) {
        return (Api) AspectContext.target(context.get(Api.class));
    }

    private static void assertRejected(CompletionStage<?> stage) {
        assertThat(stage.toCompletableFuture())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void runsOnTheSpotWhenTheDecisionIsThere() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            CompletableFuture<String> stage = api.call();
            assertThat(stage).isNotDone();
            target(context).answer.complete("done");
            assertThat(stage).isCompletedWithValue("done");
            assertThat(context.limiters.asked).containsExactly("{stage=1} within PT1S");
            assertRejected(api.call());
        }
    }

    @Test
    void throwsTheRejectionOfACallThatTheMethodMakes() {
        try (AspectContext context = AspectContext.of(Api.class).start();
                RateLimiters others = LocalRateLimiters.builder()
                        .limit("other", RateLimit.of(1, Duration.ofHours(1)))
                        .build()) {
            RateLimiter other = others.get("other");
            assertThat(other.tryAcquire()).isTrue();
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> context.get(Api.class).nesting(other))
                    .satisfies(rejected ->
                            assertThat(rejected.getDecision().limiter()).isEqualTo("other"));
        }
    }

    @Test
    void runsOnTheExecutorOnceTheDecisionIsThere() {
        var executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "for-stages"));
        try (AspectContext context = slow(executor)) {
            Api api = target(context);
            CompletableFuture<String> stage = context.get(Api.class).call();
            assertThat(api.ranOn).isNull();
            context.limiters.decideWaiting();
            api.answer.complete("done");
            assertThat(stage).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("done");
            assertThat(api.ranOn.getName()).isEqualTo("for-stages");
            CompletableFuture<String> second = context.get(Api.class).call();
            context.limiters.decideWaiting();
            assertRejected(second);
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void cancellingWhileItWaitsCancelsTheDecisionAndNeverRuns() {
        try (AspectContext context = slow(Runnable::run)) {
            CompletableFuture<String> stage = context.get(Api.class).call();
            stage.cancel(true);
            assertThat(context.limiters.waiting)
                    .singleElement()
                    .satisfies(call -> assertThat(call.decision()).isCancelled());
            context.limiters.decideWaiting();
            assertThat(target(context).ranOn).isNull();
        }
    }

    @Test
    void cancellingAfterwardsReachesTheStageOfTheMethod() {
        try (AspectContext context = slow(Runnable::run)) {
            CompletableFuture<String> stage = context.get(Api.class).call();
            context.limiters.decideWaiting();
            stage.cancel(true);
            assertThat(target(context).answer).isCancelled();
        }
    }

    @Test
    void completingItOtherwiseReachesTheStageOfTheMethod() {
        try (AspectContext context = slow(Runnable::run)) {
            CompletableFuture<String> stage = context.get(Api.class).call();
            context.limiters.decideWaiting();
            stage.complete("enough");
            assertThat(target(context).answer).isCompletedWithValue("enough");
        }
    }

    @Test
    void failsWithTheFailureOfTheStore() {
        try (AspectContext context = slow(Runnable::run)) {
            CompletableFuture<String> stage = context.get(Api.class).call();
            context.limiters
                    .waiting
                    .get(0)
                    .decision()
                    .completeExceptionally(new RateLimiterUnavailableException("Redis is down", null));
            assertThat(stage)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(RateLimiterUnavailableException.class);
        }
    }

    @Test
    void failsWhenTheExecutorTakesNoTask() {
        try (AspectContext context = slow(task -> {
            throw new RejectedExecutionException("shut down");
        })) {
            CompletableFuture<String> stage = context.get(Api.class).call();
            context.limiters.decideWaiting();
            assertThat(stage)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(RejectedExecutionException.class);
        }
    }

    @Test
    void failsWithWhatTheMethodThrowsLater() {
        try (AspectContext context = slow(Runnable::run)) {
            CompletionStage<String> stage = context.get(Api.class).broken();
            context.limiters.decideWaiting();
            assertThat(stage.toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("broken");
        }
    }

    @Test
    void throwsWhatTheMethodThrowsOnTheSpot() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> context.get(Api.class).broken())
                    .withMessage("broken");
        }
    }

    @Test
    void failsWithAnExpressionThatFails() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            assertThat(context.get(Api.class).keyed(null).toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("key '#user'");
        }
    }

    @Test
    void takesThreadLocalsAlong() {
        ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", TENANT);
        TENANT.set("acme");
        try (AspectContext context = slow(task -> CompletableFuture.runAsync(task))) {
            CompletableFuture<String> stage = context.get(Api.class).call();
            context.limiters.decideWaiting();
            Api api = target(context);
            api.answer.complete("done");
            assertThat(stage).succeedsWithin(Duration.ofSeconds(20));
            assertThat(api.tenant).isEqualTo("acme");
            assertThat(api.ranOn).isNotSameAs(Thread.currentThread());
        } finally {
            TENANT.remove();
            ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
        }
    }

    @Test
    void plainFutureIsLimitedOnTheThreadOfTheCaller() throws Exception {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            Api api = context.get(Api.class);
            Future<String> future = api.future();
            target(context).answer.complete("done");
            assertThat(future.get(20, TimeUnit.SECONDS)).isEqualTo("done");
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::future);
        }
    }
}
