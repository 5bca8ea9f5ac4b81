package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.hold.Shares;
import io.github.ratelimited.hold.Taken;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Where limiters answer at once nothing has to be held, and nothing is lost where one does not any more. */
class PermitTakerTests {

    private final FakeRateLimiters limiters = new FakeRateLimiters();
    private final PermitTaker taker = new PermitTaker(limiters, new SettleFailures(limiter -> {}));

    PermitTakerTests() {
        limiters.declare("api", RateLimit.of(100, Duration.ofMinutes(1)));
    }

    private CompletableFuture<Taken> take() {
        return taker.takeAsync(new Shares().add(limiters.get("api"), 10, Duration.ZERO));
    }

    @Test
    void holdsNothingOfALimiterThatAnswersAtOnce() {
        take().join().giveBack();
        assertThat(limiters.settled).containsExactly("api=10->0");
        Taken second = take().join();
        second.giveBack();
        assertThat(second.decisions()).hasSize(1);
        assertThat(limiters.settled).hasSize(1);
        assertThat(limiters.used).containsEntry("api", 10L);
    }

    @Test
    void holdsAgainWhatDoesNotComeAtOnce() {
        take().join().giveBack();
        limiters.slow = true;
        CompletableFuture<Taken> later = take();
        assertThat(limiters.waiting).hasSize(2);
        assertThat(limiters.waiting.get(0).decision()).isCancelled();
        limiters.decideWaiting();
        later.join().giveBack();
        assertThat(limiters.used).containsEntry("api", 0L);
    }
}
