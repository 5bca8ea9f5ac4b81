package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            assertThat(greeting).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("hello bob");
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

    @ParameterizedTest
    @CsvSource(
            value = {"false; 'all'", "true; 'all'", "true; #request == null ? 'all' : 'web'"},
            delimiter = ';',
            quoteCharacter = '"')
    void collectsAFlowAsWithoutALimit(boolean late, String key) {
        Collectors collectors = new Collectors();
        List<BiConsumer<Flows, List<String>>> uses = List.of(collectors::all, collectors::two, collectors::failing);
        for (BiConsumer<Flows, List<String>> use : uses) {
            Flows unlimited = new Flows();
            use.accept(unlimited, unlimited.getSeen());
            try (AspectContext context =
                    AspectContext.of(Flows.class).properties(Map.of("key", key)).start()) {
                context.limiters.slow = late;
                Flows flows = context.get(Flows.class);
                CompletableFuture<Void> collected =
                        CompletableFuture.runAsync(() -> use.accept(flows, flows.getSeen()));
                if (late) {
                    Awaitility.await().until(() -> !context.limiters.waiting.isEmpty());
                    context.limiters.decideWaiting();
                }
                assertThat(collected).succeedsWithin(Duration.ofSeconds(20));
                assertThat(flows.getSeen()).isEqualTo(unlimited.getSeen());
            }
        }
    }
}
