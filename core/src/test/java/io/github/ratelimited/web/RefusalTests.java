package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RefusalTests {

    private static CompletableFuture<RuntimeException> refusal(Throwable failure) {
        return CompletableFuture.supplyAsync(() -> RateLimitProblems.refusal(failure));
    }

    @Test
    void isFoundAmongCauses() {
        RateLimiterUnavailableException refused = new RateLimiterUnavailableException("down", null);
        Exception failure = new IllegalStateException(new IllegalArgumentException(refused));
        assertThat(refusal(failure)).succeedsWithin(Duration.ofSeconds(20)).isSameAs(refused);
    }

    @Test
    void isNotLookedForForEverAmongCausesThatGoRoundInACircle() {
        Exception one = new IllegalStateException("one");
        one.initCause(new IllegalArgumentException("two", one));
        assertThat(refusal(one)).succeedsWithin(Duration.ofSeconds(20)).isNull();
    }
}
