package io.github.ratelimited.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import io.reactivex.rxjava3.core.Completable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** A permit is granted at the moment at which its subscriber cancels. */
class LatePermitsTests {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final TestClock clock = new TestClock();
    private final ManualTimer timer = new ManualTimer(clock);
    private final Queue<Runnable> answers = new ArrayDeque<>();

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .clock(clock)
            .timer(timer)
            .executor(answers::add)
            .reservationHorizon(DAY)
            .limit("api", RateLimit.of(1, HOUR))
            .build();

    private final RateLimiter limiter = limiters.get("api");

    private @Nullable CompletableFuture<?> asked;

    /** The limiter, whose answers the test sees. */
    private final RateLimiter seen = (RateLimiter) Proxy.newProxyInstance(
            RateLimiter.class.getClassLoader(), new Class<?>[] {RateLimiter.class}, (proxy, method, arguments) -> {
                Object result = method.invoke(limiter, arguments);
                asked = result instanceof CompletableFuture<?> answer ? answer : asked;
                return result;
            });

    private enum Taking {
        ACQUIRE(view -> view.acquire(), view -> view.acquire()),
        DECIDE(view -> view.decide(1, DAY), view -> view.decide(1, DAY).ignoreElement()),
        TRY_ACQUIRE(view -> view.tryAcquire(DAY), view -> view.tryAcquire(DAY).ignoreElement()),
        HOLD(view -> view.hold(1, DAY), view -> view.hold(1, DAY).ignoreElement());

        private final Function<ReactorRateLimiter, Mono<?>> reactor;
        private final Function<RxRateLimiter, Completable> rx;

        Taking(Function<ReactorRateLimiter, Mono<?>> reactor, Function<RxRateLimiter, Completable> rx) {
            this.reactor = reactor;
            this.rx = rx;
        }
    }

    private void cancelsWhenGranted(Runnable cancel) {
        timer.advance(Micros.of(HOUR));
        // What was added last to a stage comes first.
        Objects.requireNonNull(asked).whenComplete((granted, failure) -> cancel.run());
        answers.remove().run();
        assertThat(asked).isCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void goesBackWithReactor(Taking taking) {
        limiter.acquire();

        cancelsWhenGranted(taking.reactor.apply(ReactorRateLimiter.of(seen)).subscribe()::dispose);

        assertThat(limiter.tryAcquire()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void goesBackWithRxJava(Taking taking) {
        limiter.acquire();

        cancelsWhenGranted(taking.rx.apply(RxRateLimiter.of(seen)).subscribe()::dispose);

        assertThat(limiter.tryAcquire()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void isNotTakenForASubscriberThatHasCancelledBefore(Taking taking) {
        taking.reactor
                .apply(ReactorRateLimiter.of(seen))
                .subscribe(granted -> {}, failure -> {}, () -> {}, subscription -> subscription.cancel());
        taking.rx.apply(RxRateLimiter.of(seen)).test(true);

        assertThat(limiter.tryAcquire()).isTrue();
    }
}
