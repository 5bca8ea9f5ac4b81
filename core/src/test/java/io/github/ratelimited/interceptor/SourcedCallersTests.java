package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Methods of each kind whose limiter asks a source of limits that is slow, fails or tells nonsense. */
class SourcedCallersTests {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final RateLimit OWN = RateLimit.of(2, Duration.ofSeconds(10));
    private static final RateLimit CONTRACT = RateLimit.of(50, Duration.ofSeconds(10));

    private final Callers callers = new Callers();

    static class Api {

        @RateLimited(name = "suspending", rate = 2, interval = "10s", key = "#user")
        public String now(String user) {
            return user;
        }

        @RateLimited(name = "suspending", rate = 2, interval = "10s", key = "#user")
        public Mono<String> later(String user) {
            return Mono.just(user);
        }
    }

    enum Caller {
        SYNCHRONOUS,
        REACTIVE,
        SUSPENDING
    }

    enum Source implements LimitSource {
        SLOW,
        FAILING,
        NONSENSE;

        @Override
        public @Nullable RateLimit limitFor(String limiter, String key) {
            return switch (this) {
                case SLOW ->
                    CompletableFuture.supplyAsync(
                                    () -> CONTRACT, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS))
                            .join();
                case FAILING -> throw new IllegalStateException("no database");
                case NONSENSE -> CONTRACT.withAlgorithm(Algorithm.FIXED_WINDOW);
            };
        }
    }

    private static <T> T onEventLoop(Callable<T> call) {
        return Mono.fromCallable(call).subscribeOn(Schedulers.parallel()).block(LONG);
    }

    private void call(AspectContext context, Caller caller) {
        switch (caller) {
            case SYNCHRONOUS -> context.get(Api.class).now("ann");
            case REACTIVE ->
                Mono.defer(() -> context.get(Api.class).later("ann"))
                        .subscribeOn(Schedulers.parallel())
                        .block(LONG);
            case SUSPENDING -> onEventLoop(() -> callers.greet(context.get(Coroutines.class), "ann"));
        }
    }

    /** On an event loop the library refuses to wait, so a call that goes on has not waited there. */
    @ParameterizedTest
    @CsvSource({
        "SLOW, SYNCHRONOUS", "SLOW, REACTIVE", "SLOW, SUSPENDING",
        "FAILING, SYNCHRONOUS", "FAILING, REACTIVE", "FAILING, SUSPENDING",
        "NONSENSE, SYNCHRONOUS", "NONSENSE, REACTIVE", "NONSENSE, SUSPENDING"
    })
    void goOnUnderTheLimitThatItToldOrTheirOwn(Source source, Caller caller) {
        Queue<Decision> decisions = new ConcurrentLinkedQueue<>();
        try (RateLimiters limiters = limiters(source);
                AspectContext context = context(limiters, decisions::add)) {
            call(context, caller);
            assertThat(decisions)
                    .singleElement()
                    .returns(true, Decision::allowed)
                    .returns(source == Source.SLOW ? CONTRACT : OWN, Decision::limit);
        }
    }

    @Test
    void onAnEventLoopASynchronousMethodIsRefusedUntilTheSourceHasAnswered() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        Queue<Decision> decisions = new ConcurrentLinkedQueue<>();
        try (RateLimiters limiters = limiters((limiter, key) -> {
                    awaitQuietly(answer);
                    return CONTRACT;
                });
                AspectContext context = context(limiters, decisions::add)) {
            Api api = context.get(Api.class);
            assertThatIllegalStateException()
                    .isThrownBy(() -> onEventLoop(() -> api.now("ann")))
                    .withMessageContaining("must not block");
            answer.countDown();
            api.now("ann");
            assertThat(onEventLoop(() -> api.now("ann"))).isEqualTo("ann");
            assertThat(decisions)
                    .hasSize(2)
                    .allMatch(decision -> decision.limit().equals(CONTRACT));
        }
    }

    private static RateLimiters limiters(LimitSource source) {
        return LocalRateLimiters.builder()
                .limitSource(source, limiter -> true)
                .limitSourceTimeout(LONG)
                .build();
    }

    private static AspectContext context(RateLimiters limiters, DecisionListener listener) {
        AspectContext context = AspectContext.of(Api.class, Coroutines.class).limiters(limiters);
        context.context().registerBean(DecisionListener.class, () -> listener);
        return context.start();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
