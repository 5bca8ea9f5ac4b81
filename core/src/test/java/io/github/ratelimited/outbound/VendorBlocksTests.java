package io.github.ratelimited.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class VendorBlocksTests {

    private static final Duration HOUR = Duration.ofHours(1);

    @AutoClose
    private final RateLimiters limiters =
            LocalRateLimiters.builder().limit("vendor", RateLimit.of(1, HOUR)).build();

    @AutoClose
    private final LoggedLines log = LoggedLines.of(VendorBlocks.class);

    private final RateLimiter limiter = limiters.get("vendor");

    private final VendorBlocks blocks = new VendorBlocks();

    private void block(Duration wait) {
        block(limiter, wait);
    }

    private void block(RateLimiter asked, Duration wait) {
        assertThat(blocks.block(asked, new VendorAnswer(429, new HttpHeaders()), wait))
                .isCompleted();
    }

    private static RateLimiter closed(String name) {
        try (RateLimiters limiters =
                LocalRateLimiters.builder().limit(name, RateLimit.of(1, HOUR)).build()) {
            return limiters.get(name);
        }
    }

    @Test
    void logsABlockThatItSets() {
        block(HOUR);
        assertThat(log.texts())
                .containsExactly("Rate limit 'vendor' is blocked for PT1H, because the vendor answered 429");
        assertThat(limiter.blockedFor()).isPositive();
    }

    @Test
    void logsNothingWhereTheLimiterIsBlockedAlready() {
        limiter.block(HOUR);
        block(Duration.ofHours(2));
        assertThat(log.texts()).isEmpty();
        assertThat(limiter.blockedFor()).isLessThanOrEqualTo(HOUR);
    }

    @Test
    void warnsOnceOfALimiterThatCannotBeBlockedAndAgainAfterItCould() {
        RateLimiter failing = closed("vendor");
        RateLimiter other = closed("other");
        for (int i = 0; i < 100; i++) {
            block(failing, HOUR);
            block(other.forKey(i), HOUR);
        }
        assertThat(log.warnings())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("Rate limit 'vendor' could not be blocked for PT1H"))
                .anyMatch(line -> line.startsWith("Rate limit 'other' could not be blocked for PT1H"));

        block(HOUR);
        block(failing, HOUR);
        block(failing, HOUR);
        assertThat(log.warnings()).hasSize(3);
    }
}
