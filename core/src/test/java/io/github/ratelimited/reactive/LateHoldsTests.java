package io.github.ratelimited.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A hold is granted at the moment at which its subscriber cancels. */
class LateHoldsTests {

    @AutoClose
    private final Place.Opened opened = Place.IN_PROCESS.open();

    private final RateLimiter limiter = opened.limiter(RateLimit.of(2, Duration.ofHours(1)));

    private final CompletableFuture<Hold> granted = new CompletableFuture<>() {
        @Override
        public boolean cancel(boolean interrupts) {
            complete(limiter.hold(2, Duration.ZERO));
            return false;
        }
    };

    private final RateLimiter late = (RateLimiter) Proxy.newProxyInstance(
            RateLimiter.class.getClassLoader(),
            new Class<?>[] {RateLimiter.class},
            (proxy, method, arguments) ->
                    method.getName().equals("holdAsync") ? granted : method.invoke(limiter, arguments));

    private void isBack() {
        assertThat(granted).isCompleted();
        await().untilAsserted(() -> assertThat(limiter.availablePermits()).isEqualTo(2));
    }

    @Test
    void goesBackWithReactor() {
        ReactorRateLimiter.of(late).hold(2, Duration.ZERO).subscribe().dispose();

        isBack();
    }

    @Test
    void goesBackWithRxJava() {
        RxRateLimiter.of(late).hold(2, Duration.ZERO).subscribe().dispose();

        isBack();
    }
}
