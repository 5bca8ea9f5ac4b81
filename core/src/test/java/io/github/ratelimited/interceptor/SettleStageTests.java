package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.RateLimited;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What methods cost whose stage completes later. */
class SettleStageTests {

    static class Api {

        final CompletableFuture<Optional<Long>> answer = new CompletableFuture<>();
        volatile boolean ran;

        @RateLimited(
                name = "stage",
                rate = 100,
                interval = "1m",
                permits = "50",
                settle =
                        "#error == null ? #result : #error instanceof T(java.util.concurrent.CancellationException) ? 3 : 4")
        public CompletableFuture<Optional<Long>> call() {
            ran = true;
            return answer;
        }

        @RateLimited(name = "success", rate = 100, interval = "1m", permits = "50", settle = "7")
        public CompletionStage<Optional<Long>> onlySuccess() {
            return answer;
        }

        @RateLimited(name = "broken", rate = 100, interval = "1m", permits = "50", settle = "#error == null ? 1 : 2")
        public CompletionStage<String> broken() {
            throw new IllegalStateException("broken");
        }

        @RateLimited(name = "none", rate = 100, interval = "1m", permits = "50", settle = "#result == null ? 5 : 6")
        public CompletionStage<String> none() {
            return null;
        }

        @RateLimited(name = "plain", rate = 100, interval = "1m", permits = "50")
        public CompletionStage<Optional<Long>> plain() {
            ran = true;
            return answer;
        }
    }

    private static AspectContext start(boolean late, Executor executor) {
        AspectContext context = AspectContext.of(Api.class).executor(executor).start();
        context.limiters.slow = late;
        return context;
    }

    private static Api target(AspectContext context) {
        return (Api) AspectContext.target(context.get(Api.class));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void settlesWhenTheStageCompletes(boolean late) {
        try (AspectContext context = start(late, Runnable::run)) {
            CompletableFuture<Optional<Long>> stage = context.get(Api.class).call();
            context.limiters.decideWaiting();
            assertThat(context.limiters.settled).isEmpty();
            target(context).answer.complete(Optional.of(9L));
            assertThat(stage).isCompletedWithValue(Optional.of(9L));
            assertThat(context.limiters.settled).containsExactly("stage=50->9");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void settlesWhenTheStageFails(boolean late) {
        try (AspectContext context = start(late, Runnable::run)) {
            CompletableFuture<Optional<Long>> stage = context.get(Api.class).call();
            context.get(Api.class).onlySuccess();
            context.limiters.decideWaiting();
            target(context).answer.completeExceptionally(new IllegalStateException("failed"));
            assertThat(stage).isCompletedExceptionally();
            assertThat(context.limiters.settled).containsExactlyInAnyOrder("stage=50->4", "success=50->50");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatIsCancelledBeforeItsResultHasACancellationForItsError(boolean late) {
        try (AspectContext context = start(late, Runnable::run)) {
            CompletableFuture<Optional<Long>> stage = context.get(Api.class).call();
            context.limiters.decideWaiting();
            stage.cancel(true);
            assertThat(context.limiters.settled).containsExactly("stage=50->3");
        }
    }

    @Test
    void unwrapsFailuresOfDependentStages() {
        try (AspectContext context = start(false, Runnable::run)) {
            CompletableFuture<Optional<Long>> source = new CompletableFuture<>();
            source.thenApply(value -> value)
                    .whenComplete((value, failure) -> target(context).answer.completeExceptionally(failure));
            context.get(Api.class).call();
            source.completeExceptionally(new CancellationException());
            assertThat(context.limiters.settled).containsExactly("stage=50->3");
        }
    }

    @Test
    void settlesWhatThrowsOrReturnsNoStage() {
        try (AspectContext context = start(false, Runnable::run)) {
            Api api = context.get(Api.class);
            assertThatIllegalStateException().isThrownBy(api::broken);
            assertThat(api.none()).isNull();
            assertThat(context.limiters.settled).containsExactly("broken=50->2", "none=50->5");
        }
    }

    @Test
    void settlesWhatThrowsOrReturnsNoStageLater() {
        try (AspectContext context = start(true, Runnable::run)) {
            Api api = context.get(Api.class);
            CompletionStage<String> broken = api.broken();
            CompletionStage<String> none = api.none();
            context.limiters.decideWaiting();
            assertThat(broken.toCompletableFuture()).isCompletedExceptionally();
            assertThat(none.toCompletableFuture()).isCompletedWithValue(null);
            assertThat(context.limiters.settled).containsExactly("broken=50->2", "none=50->5");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"call", "plain"})
    void aCallThatIsCancelledBetweenGrantAndMethodTakesNothing(String method) {
        Queue<Runnable> tasks = new ArrayDeque<>();
        try (AspectContext context = start(true, tasks::add)) {
            Api api = context.get(Api.class);
            CompletionStage<?> stage = method.equals("call") ? api.call() : api.plain();
            context.limiters.decideWaiting();
            assertThat(context.limiters.used.values()).containsExactly(50L);
            stage.toCompletableFuture().cancel(true);
            assertThat(context.limiters.used.values()).containsExactly(0L);
            tasks.forEach(Runnable::run);
            assertThat(target(context).ran).isFalse();
            assertThat(context.limiters.settled).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatNobodySettlesHoldsNothing(boolean late) {
        try (AspectContext context = start(late, Runnable::run)) {
            context.get(Api.class).plain();
            context.limiters.decideWaiting();
            assertThat(target(context).ran).isTrue();
            assertThat(context.limiters.used.values()).containsExactly(50L);
            assertThat(context.limiters.settled).isEmpty();
        }
    }

    @Test
    void aCallWhoseMethodNoExecutorTakesTakesNothing() {
        try (AspectContext context = start(true, task -> {
            throw new RejectedExecutionException("shut down");
        })) {
            CompletionStage<?> stage = context.get(Api.class).plain();
            context.limiters.decideWaiting();
            assertThat(stage.toCompletableFuture()).failsWithin(Duration.ofSeconds(20));
            assertThat(context.limiters.settled).containsExactly("plain=50->0");
        }
    }
}
