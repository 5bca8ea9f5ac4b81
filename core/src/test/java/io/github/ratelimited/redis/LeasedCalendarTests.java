package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A limit per calendar day that is leased. */
class LeasedCalendarTests {

    @Test
    void grantsWhatTheWindowHasAndGivesTheRestBack() {
        RateLimit limit = RateLimit.perCalendar(10_000, CalendarUnit.YEAR, ZoneOffset.UTC);
        String prefix = "leases-" + UUID.randomUUID();
        try (RealRedis redis = RealRedis.open();
                RateLimiters exact = redis.limiters(prefix).limit("year", limit).build()) {
            try (RateLimiters leased = redis.limiters(prefix)
                    .lease("year", Duration.ofMillis(100))
                    .limit("year", limit)
                    .build()) {
                RateLimiter year = leased.get("year");
                Window window = exact.get("year").decide(0, Duration.ZERO).window();
                assertThat(window).isNotNull();
                assertThat(IntStream.range(0, 3_000).mapToObj(i -> year.decide(1, Duration.ZERO)))
                        .allSatisfy(decision -> {
                            assertThat(decision.allowed()).isTrue();
                            assertThat(decision.window()).isEqualTo(window);
                        });
            }

            assertThat(exact.get("year").availablePermits()).isEqualTo(7_000);
        }
    }
}
