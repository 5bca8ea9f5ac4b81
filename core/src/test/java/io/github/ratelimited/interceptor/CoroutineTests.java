package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class CoroutineTests {

    private final Callers callers = new Callers();

    @Test
    void limitsSuspendingFunctions() {
        try (AspectContext context = AspectContext.of(Coroutines.class).start()) {
            Coroutines coroutines = context.get(Coroutines.class);
            assertThat(callers.greet(coroutines, "alice")).isEqualTo("hello alice");
            callers.greet(coroutines, "alice");
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> callers.greet(coroutines, "alice"));
            assertThat(callers.greet(coroutines, "bob")).isEqualTo("hello bob");
        }
    }

    @Test
    void suspendsUntilTheDecisionIsThere() {
        try (AspectContext context = AspectContext.of(Coroutines.class).start()) {
            context.limiters.slow = true;
            Coroutines coroutines = context.get(Coroutines.class);
            CompletableFuture<String> greeting = CompletableFuture.supplyAsync(() -> callers.greet(coroutines, "bob"));
            Awaitility.await().until(() -> !context.limiters.waiting.isEmpty());
            assertThat(greeting).isNotDone();
            context.limiters.decideWaiting();
            assertThat(greeting)
                    .succeedsWithin(java.time.Duration.ofSeconds(20))
                    .isEqualTo("hello bob");
        }
    }

    @Test
    void limitsEachCollectionOfAFlow() {
        try (AspectContext context = AspectContext.of(Coroutines.class).start()) {
            Coroutines coroutines = context.get(Coroutines.class);
            assertThat(callers.numbers(coroutines)).containsExactly(1, 2);
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> callers.numbers(coroutines));
            assertThat(callers.letters(coroutines)).containsExactly("a");
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> callers.letters(coroutines));
        }
    }
}
