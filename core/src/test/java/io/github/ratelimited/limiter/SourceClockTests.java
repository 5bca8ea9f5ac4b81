package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a source has told gets old by the clock of a test. */
class SourceClockTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void asksTheSourceAgainByTheClock() {
        AtomicReference<RateLimit> contract = new AtomicReference<>(RateLimit.of(8, MINUTE));
        TestClock clock = new TestClock();
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .clock(clock)
                .limit("search", RateLimit.of(5, MINUTE))
                .limitSource((limiter, key) -> contract.get(), "search"::equals)
                .limitSourceTtl(Duration.ofHours(1))
                .limitSourceTimeout(Duration.ofSeconds(20))
                .build()) {
            RateLimiter acme = limiters.get("search").forKey("acme");
            assertThat(acme.limit().rate()).isEqualTo(8);
            contract.set(RateLimit.of(9, MINUTE));
            clock.advance(3_599_999_999L);
            assertThat(acme.limit().rate()).isEqualTo(8);

            clock.advance(1);
            Awaitility.await().until(() -> acme.limit().rate() == 9);
        }
    }
}
