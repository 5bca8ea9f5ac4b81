package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterInterruptedException;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What callers of limiters do with a wait. */
class WaitingCallersTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final ManualTimer timer = new ManualTimer(new TestClock());
    private final FakeStore store = new FakeStore();

    private RateLimiters limiters() {
        RateLimiters limiters = TestSettings.of(store, new LocalLimitRegistry())
                .storeTimeout(SECOND)
                .executor(Runnable::run)
                .timer(timer)
                .limiters();
        limiters.declare("api", FakeStore.LIMIT);
        return limiters;
    }

    @Test
    void aCallerLearnsWhenTheLimitIsUnusedAsFromTheEndOfItsWait() {
        TestClock clock = new TestClock();
        ManualTimer alarms = new ManualTimer(clock);
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .clock(clock)
                .timer(alarms)
                .executor(Runnable::run)
                .build()) {
            RateLimiter slow = limiters.declare("slow", RateLimit.of(1, SECOND));
            slow.acquire();
            CompletableFuture<Decision> second = slow.decideAsync(1, FOREVER).toCompletableFuture();
            alarms.advance(1_000_000);
            assertThat(second)
                    .isCompletedWithValueMatching(decision -> decision.delay().equals(SECOND)
                            && decision.resetAfter().equals(SECOND));
        }
    }

    @Test
    void failsAsTheStoreDoes() {
        try (RateLimiters limiters = limiters()) {
            CompletionStage<Decision> wait = limiters.get("api").decideAsync(1, FOREVER);
            var failure = new RateLimiterUnavailableException("no store", null);
            store.answers.get(0).completeExceptionally(new CompletionException(failure));
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(wait.toCompletableFuture()::get)
                    .withCause(failure);
        }
    }

    @Test
    void anInterruptGivesBackAndKeepsTheFlag() throws InterruptedException {
        try (RateLimiters limiters = limiters()) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    limiters.get("api").acquire();
                } catch (RateLimiterInterruptedException ex) {
                    thrown.set(ex);
                }
                flag.complete(Thread.currentThread().isInterrupted());
            });
            caller.start();
            Awaitility.await().until(() -> caller.getState() == Thread.State.WAITING);
            Grant grant = store.grants(SECOND);
            caller.interrupt();
            caller.join();
            assertThat(thrown.get()).hasMessageContaining("api");
            assertThat(flag).isCompletedWithValue(true);
            assertThat(store.givenBack).containsExactly(grant.reservations());
        }
    }

    @Test
    void cancellingAStageThatIsMadeOfAWaitGivesBack() {
        try (RateLimiters limiters = limiters()) {
            RateLimiter limiter = limiters.get("api");
            List<Supplier<CompletionStage<?>>> questions = List.of(
                    () -> limiter.acquireAsync(1),
                    () -> limiter.tryAcquireAsync(1, FOREVER),
                    () -> limiter.decideAsync(1, FOREVER),
                    () -> limiters.decideAsync(Map.of(limiter, 1L), FOREVER));
            for (Supplier<CompletionStage<?>> question : questions) {
                CompletionStage<?> stage = question.get();
                store.grants(SECOND);
                stage.toCompletableFuture().cancel(false);
            }
            assertThat(store.givenBack).hasSize(questions.size());
            assertThat(timer.waiting()).isZero();
        }
    }
}
