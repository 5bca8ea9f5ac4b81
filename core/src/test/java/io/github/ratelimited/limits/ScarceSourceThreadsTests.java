package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.ScarceThreads;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A moment in which the system has no more threads leaves no key without its limit. */
class ScarceSourceThreadsTests {

    private static final RateLimit CONTRACT = RateLimit.of(9, Duration.ofSeconds(1));
    private static final LimiterKey ACME = new LimiterKey("search", "acme");

    private final ScarceThreads scarce = new ScarceThreads();

    @AutoClose
    private final LimitSources sources = new LimitSources(
            new SourceSettings(
                    (limiter, key) -> CONTRACT,
                    limiter -> true,
                    Duration.ofHours(1),
                    Duration.ofHours(1),
                    () -> 0,
                    LimiterObserver.NONE),
            scarce);

    @Test
    void keyIsAskedAboutAgain() {
        assertThat(sources.load(ACME, List.of("acme"))).isDone();
        scarce.end();
        assertThat(sources.load(ACME, List.of("acme")).toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
        AppliedLimit limit = sources.find(ACME, RateLimit.of(1, Duration.ofSeconds(1)));
        assertThat(Objects.requireNonNull(limit).limit()).isEqualTo(CONTRACT);
    }
}
