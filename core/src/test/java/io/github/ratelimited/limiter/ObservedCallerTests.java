package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A caller whose limit is not known yet. */
class ObservedCallerTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final CountDownLatch answer = new CountDownLatch(1);

    private RateLimit answered() {
        try {
            answer.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        return RateLimit.of(2, SECOND);
    }

    @Test
    void isObservedOnItsOwnThread() {
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .limit("search", RateLimit.of(1, SECOND))
                .limitSource((limiter, key) -> answered(), limiter -> true)
                .observer(new LimiterObserver() {
                    @Override
                    public Pause mayWait(String limiter) {
                        assertThat(limiter).isEqualTo("search");
                        threads.add(Thread.currentThread());
                        return Pause.NONE;
                    }
                })
                .build()) {
            var one = limiters.get("search").forKey("one").decideAsync(1, SECOND);
            var other = limiters.decideAsync(Map.of(limiters.get("search").forKey("other"), 1L), SECOND);
            answer.countDown();
            one.toCompletableFuture().join();
            other.toCompletableFuture().join();
        }
        assertThat(threads).hasSize(2).containsOnly(Thread.currentThread());
    }
}
