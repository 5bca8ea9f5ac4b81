package io.github.ratelimited.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscribers throw what neither Reactor nor RxJava hands on as an error. */
class ThrowingSubscribersTests {

    private static final LinkageError MISSING = new NoClassDefFoundError("missing");

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("api", RateLimit.of(2, Duration.ofHours(1)))
            .build();

    private final RateLimiter limiter = limiters.get("api");
    private final List<Throwable> uncaught = new ArrayList<>();

    @BeforeEach
    void listen() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    }

    @AfterEach
    void listenNoMore() {
        Thread.currentThread().setUncaughtExceptionHandler(null);
    }

    @Test
    void areToldOfByTheThreadWithReactor() {
        ReactorRateLimiter.of(limiter)
                .tryAcquire()
                .map(taken -> {
                    throw MISSING;
                })
                .subscribe();

        assertThat(uncaught).containsExactly(MISSING);
    }

    @Test
    void areToldOfByTheThreadWithRxJava() {
        RxRateLimiter.of(limiter)
                .tryAcquire()
                .map(taken -> {
                    throw MISSING;
                })
                .test();

        assertThat(uncaught).containsExactly(MISSING);
    }
}
