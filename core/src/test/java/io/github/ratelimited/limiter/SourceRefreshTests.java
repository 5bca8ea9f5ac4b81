package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A source is asked again long before its answers are old, once the configuration is read again. */
class SourceRefreshTests {

    private static final RateLimit OWN = RateLimit.of(5, Duration.ofMinutes(1));
    private static final RateLimit BEFORE = RateLimit.of(8, Duration.ofMinutes(1));
    private static final RateLimit AFTER = RateLimit.of(9, Duration.ofMinutes(1));

    private final AtomicInteger asked = new AtomicInteger();
    private volatile LimitSource source = (limiter, key) -> BEFORE;

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("search", OWN)
            .limitSource(
                    (limiter, key) -> {
                        asked.incrementAndGet();
                        return source.limitFor(limiter, key);
                    },
                    "search"::equals)
            .limitSourceTtl(Duration.ofHours(1))
            .limitSourceTimeout(Duration.ofSeconds(20))
            .build();

    private final RateLimiter acme = limiters.get("search").forKey("acme");

    private void refresh() {
        source = (limiter, key) -> AFTER;
        ((StoreRateLimiters) limiters).levels().readSourcesAgain();
    }

    @Test
    void asksForAKeyWhoseAnswerIsKnown() {
        assertThat(acme.limit()).isEqualTo(BEFORE);

        refresh();

        Awaitility.await().until(() -> acme.limit().equals(AFTER));
        assertThat(asked).hasValue(2);
    }

    @Test
    void asksForAKeyWhoseQuestionWasUnderWay() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<RateLimit> answer = new CompletableFuture<>();
        source = (limiter, key) -> {
            begun.countDown();
            return answer.join();
        };
        CompletableFuture<RateLimit> first = acme.limitAsync().toCompletableFuture();
        begun.await();

        refresh();
        answer.complete(BEFORE);

        // The second answer may have come before the first was read.
        assertThat(first).succeedsWithin(20, TimeUnit.SECONDS).isIn(BEFORE, AFTER);
        Awaitility.await().until(() -> acme.limit().equals(AFTER));
        assertThat(asked).hasValue(2);
    }
}
