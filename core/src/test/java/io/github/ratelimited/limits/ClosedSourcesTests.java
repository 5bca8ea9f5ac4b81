package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClosedSourcesTests {

    /** More than are asked about at once, so that some wait for others. */
    private static final int KEYS = 40;

    private final CountDownLatch answer = new CountDownLatch(1);
    private final Queue<LimiterObserver.Sourced> outcomes = new ConcurrentLinkedQueue<>();
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("search", RateLimit.of(5, Duration.ofMinutes(1)))
            .limitSource((limiter, key) -> askedInVain(), limiter -> true)
            .limitSourceTimeout(Duration.ofHours(1))
            .observer(new LimiterObserver() {
                @Override
                public void sourced(String limiter, Sourced outcome) {
                    outcomes.add(outcome);
                }
            })
            .build();

    /** Does not heed an interrupt. */
    private RateLimit askedInVain() {
        while (answer.getCount() > 0) {
            try {
                answer.await();
            } catch (InterruptedException ex) {
                // It goes on.
            }
        }
        return RateLimit.of(5_000, Duration.ofMinutes(1));
    }

    @Test
    void endEveryCallThatWaitsForAnAnswer() {
        List<CompletableFuture<Decision>> waiting = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            waiting.add(limiters.get("search")
                    .forKey(i)
                    .decideAsync(1, Duration.ZERO)
                    .toCompletableFuture());
        }
        try {
            limiters.close();
            assertThat(CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)))
                    .failsWithin(20, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalStateException.class)
                    .withMessageContaining("was closed with the other rate limiters");
            assertThat(waiting).allMatch(CompletableFuture::isCompletedExceptionally);
            assertThat(outcomes).isEmpty();
        } finally {
            answer.countDown();
        }
    }
}
