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

    private void block(Duration wait) {
        assertThat(new VendorBlocks().block(limiter, new VendorAnswer(429, new HttpHeaders()), wait))
                .isCompleted();
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
}
