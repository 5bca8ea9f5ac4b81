package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitFieldsTests {

    private final RateLimitFields fields = new RateLimitFields(new Disclosure(name -> true, 100, true));

    private Map<String, String> written() {
        Map<String, String> written = new HashMap<>();
        fields.write(written::put);
        return written;
    }

    private void decide(String limiter, RateLimit limit, boolean allowed, long remaining, Duration reset) {
        fields.onDecision(new Decision(
                limiter,
                limit,
                allowed,
                Duration.ZERO,
                remaining,
                allowed ? Duration.ZERO : Duration.ofSeconds(1),
                reset,
                Basis.STORE));
    }

    @Test
    void tellOfTheEightTightestLimitsThatTheAnswerHasRoomFor() {
        RateLimit limit = RateLimit.of(100, Duration.ofDays(1));
        String prefix = "n".repeat(97) + "-";
        for (int i = 0; i < 64; i++) {
            decide(prefix + (10 + i), limit, i != 63, i == 63 ? 99 : 80 - i, Duration.ofDays(1));
        }

        Map<String, String> written = written();

        assertThat(written.get("RateLimit").split(", "))
                .hasSize(8)
                .startsWith("\"" + prefix + "73\";r=99;t=1", "\"" + prefix + "72\";r=18;t=86400");
        assertThat(written.get("RateLimit-Policy").split(", ")).hasSize(8);
        assertThat(written.toString()).hasSizeLessThan(3_000);
    }
}
