package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.hold.CombinedPermits;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.hold.Taken;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Each call asks once, and what it took can be given back until its method begins. */
class PermitTakerTests {

    private final FakeRateLimiters limiters = new FakeRateLimiters();
    private final PermitTaker taker = new PermitTaker(limiters, new SettleFailures(limiter -> {}));

    PermitTakerTests() {
        limiters.declare("api", RateLimit.of(100, Duration.ofMinutes(1)));
    }

    private CompletableFuture<Taken> take() {
        return taker.takeAsync(new CombinedPermits().add(limiters.get("api"), 10, Duration.ZERO));
    }

    @Test
    void givesBackWhatItTook() {
        take().join().giveBack();
        assertThat(limiters.settled).containsExactly("api=10->0");
        assertThat(limiters.used).containsEntry("api", 0L);
    }

    @Test
    void asksOnceForEachCallHoweverFastTheLastAnswerWas() {
        take().join();
        limiters.slow = true;
        CompletableFuture<Taken> later = take();
        assertThat(limiters.waiting).hasSize(1);
        limiters.decideWaiting();
        later.join().giveBack();
        assertThat(limiters.used).containsEntry("api", 10L);
    }
}
