package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
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
        fields.onDecision(Decision.of(limiter, limit)
                .allowed(allowed)
                .remaining(remaining)
                .retryAfter(allowed ? Duration.ZERO : Duration.ofSeconds(1))
                .resetAfter(reset)
                .build());
    }

    @Test
    void promiseNoMoreThanTheRateNearTheEndOfAWindowAndWithABurst() {
        decide("window", RateLimit.of(10_000, Duration.ofSeconds(1_000)), true, 9_000, Duration.ofSeconds(10));
        RateLimit bucket = RateLimit.of(10, Duration.ofSeconds(1))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(50);
        decide("bucket", bucket, true, 49, Duration.ofMillis(100));
        decide("unused", RateLimit.of(5, Duration.ofSeconds(10)), true, 5, Duration.ZERO);
        decide("used", RateLimit.of(5, Duration.ofSeconds(10)), true, 1, Duration.ofMillis(9_001));
        decide("rejected", RateLimit.of(5, Duration.ofSeconds(10)), false, 3, Duration.ofSeconds(10));

        assertThat(written().get("RateLimit").split(", "))
                .containsExactly(
                        "\"window\";r=9000;t=900",
                        "\"bucket\";r=49;t=5",
                        "\"unused\";r=5;t=10",
                        "\"used\";r=1;t=10",
                        "\"rejected\";r=3;t=1");
    }

    @Test
    void tellTheRealWindowOfACalendarAndWhenItEnds() {
        RateLimit monthly = RateLimit.perCalendar(10_000, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin"));
        fields.onDecision(Decision.of("month", monthly)
                .remaining(9_000)
                .resetAfter(Duration.ofHours(1))
                .window(new Window(Instant.parse("2026-02-28T23:00:00Z"), Instant.parse("2026-03-31T22:00:00Z")))
                .build());
        decide("unknown", monthly, true, 10_000, Duration.ZERO);

        assertThat(written())
                .containsEntry("RateLimit-Policy", "\"month\";q=10000;w=2674800, \"unknown\";q=10000")
                .containsEntry("RateLimit", "\"month\";r=9000;t=3600, \"unknown\";r=10000;t=0");
    }

    @Test
    void haveIntegersOfFifteenDigitsAtMost() {
        RateLimit limit = RateLimit.of(1_500_000_000_000_000L, Duration.ofDays(18_000));
        decide("huge", limit, true, limit.rate(), Duration.ZERO);

        assertThat(written())
                .containsEntry("RateLimit-Policy", "\"huge\";q=999999999999999;w=1555200000")
                .containsEntry("RateLimit", "\"huge\";r=999999999999999;t=1555200000");
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
