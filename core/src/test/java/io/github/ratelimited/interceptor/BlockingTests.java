package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

class BlockingTests {

    static class Api {

        @RateLimited(name = "plain", rate = 1, interval = "10s", timeout = "1s")
        public String call() {
            return "called";
        }
    }

    /** As Vert.x has it: a thread of Netty's kind that may block. */
    static final class Worker extends FastThreadLocalThread {

        Worker(Runnable task) {
            super(task, "worker-1");
        }
    }

    private static final Executor NETTY = GlobalEventExecutor.INSTANCE;

    private static CompletableFuture<String> callOn(Executor executor, AspectContext context) {
        return CompletableFuture.supplyAsync(context.get(Api.class)::call, executor);
    }

    @Test
    void refusesToWaitOnThreadThatMustNotBlock() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            context.limiters.slow = true;
            for (Executor executor : new Executor[] {Schedulers.parallel()::schedule, NETTY}) {
                assertThat(callOn(executor, context))
                        .failsWithin(20, TimeUnit.SECONDS)
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(IllegalStateException.class)
                        .withMessageContaining("BlockingTests.Api.call() would have to be waited for on thread '")
                        .withMessageContaining("which must not block. Return a Mono");
            }
            assertThat(context.limiters.waiting)
                    .hasSize(2)
                    .allSatisfy(call -> assertThat(call.decision()).isCancelled());
        }
    }

    @Test
    void letsThreadThatMustNotBlockGoOnWithADecisionThatIsThere() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            assertThat(callOn(Schedulers.parallel()::schedule, context))
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .isEqualTo("called");
            assertThat(callOn(NETTY, context))
                    .failsWithin(20, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("Rate limit 'plain'");
        }
    }

    @Test
    void doesNotWaitForALimitThatOnlyWatches() {
        LimiterSettings watching = SomeSettings.mode(LimiterMode.SHADOW);
        try (AspectContext context = AspectContext.of(Api.class)
                .settings(LimiterSettings.NONE, Map.of("plain", watching))
                .start()) {
            context.limiters.slow = true;
            assertThat(callOn(Schedulers.parallel()::schedule, context))
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .isEqualTo("called");
        }
    }

    @Test
    void waitsOnThreadsThatMayBlock() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            context.limiters.slow = true;
            assertThat(callOn(task -> new Worker(task).start(), context)).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(context.limiters.waiting).isEmpty();
        }
    }
}
