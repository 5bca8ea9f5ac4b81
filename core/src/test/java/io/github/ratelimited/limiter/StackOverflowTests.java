package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller whose stack ends is told, and does not wait for ever. */
class StackOverflowTests {

    private static final int ROUNDS = 100;

    private static final Demand DEMAND = new Demand("api", "", FakeStore.LIMIT, 0);

    enum Way {
        ON_EXECUTOR(() -> AnswerDelivery.on(Runnable::run, CompletableFuture.completedFuture(1))),
        WAIT(() -> WAITS.start(
                "api",
                CompletableFuture.completedFuture(List.of(DEMAND)),
                Duration.ZERO,
                Runnable::run,
                (grant, decisions) -> decisions.get(0)));

        private final Supplier<CompletableFuture<?>> call;

        Way(Supplier<CompletableFuture<?>> call) {
            this.call = call;
        }
    }

    private static final WaitRegistry WAITS =
            new WaitRegistry(TestSettings.of(new OpenStore(), new LocalLimitRegistry())
                    .storeTimeout(Duration.ofSeconds(1))
                    .timer(new ManualTimer(new TestClock()))
                    .settings());

    @ParameterizedTest
    @EnumSource
    void everyCallHasItsEnd(Way way) {
        Queue<CompletableFuture<?>> calls = new ConcurrentLinkedQueue<>();
        calls.add(way.call.get());
        for (int round = 0; round < ROUNDS; round++) {
            EndOfStack.call(() -> calls.add(way.call.get()));
        }
        assertThat(calls).hasSizeGreaterThanOrEqualTo(ROUNDS).allMatch(CompletableFuture::isDone);
    }
}
