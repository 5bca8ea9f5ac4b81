package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** The examples of docs/calendar.md. */
class CalendarExamplesTests {

    static class Quotas {

        @RateLimited(
                name = "invoices",
                rate = 500,
                interval = "1 month",
                algorithm = Algorithm.CALENDAR_WINDOW,
                zone = "Europe/Berlin",
                key = "#tenant")
        public String invoice(String tenant) {
            return "invoice of " + tenant;
        }

        @RateLimited(name = "search-second", rate = 10, interval = "1s", key = "#tenant")
        @RateLimited(
                name = "search-month",
                rate = 10_000,
                interval = "1 month",
                algorithm = Algorithm.CALENDAR_WINDOW,
                zone = "Europe/Berlin",
                key = "#tenant")
        public String search(String tenant, String text) {
            return "found " + text;
        }
    }

    static class WithoutZone {

        @RateLimited(name = "a", rate = 5, interval = "1 month", algorithm = Algorithm.CALENDAR_WINDOW)
        public void calendar() {}

        @RateLimited(name = "b", rate = 5, interval = "1 month")
        public void month() {}

        @RateLimited(name = "c", rate = 5, interval = "1d", zone = "Europe/Berlin")
        public void zone() {}

        @RateLimited(name = "d", rate = 5, interval = "1 day", algorithm = Algorithm.CALENDAR_WINDOW, zone = "Berlin")
        public void noZone() {}
    }

    @Test
    void countByTheCalendar() {
        RateLimit monthly = RateLimit.perCalendar(10_000, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin"));
        try (AspectContext context = AspectContext.of(Quotas.class)) {
            Quotas quotas = context.start().get(Quotas.class);
            assertThat(quotas.invoice("acme")).isEqualTo("invoice of acme");
            assertThat(quotas.search("acme", "text")).isEqualTo("found text");
            assertThat(context.limiters.used).containsEntry("search-month for acme", 1L);
            assertThat(context.limiters.get("search-month").limit()).isEqualTo(monthly);
        }
    }

    @Test
    void mistakesFailTheStartAllAtOnce() {
        try (AspectContext context = AspectContext.of(WithoutZone.class)) {
            assertThatThrownBy(context::start)
                    .hasMessageContaining("Rate limit 'a': CALENDAR_WINDOW needs a time zone")
                    .hasMessageContaining("Rate limit 'b': interval 1 month has no fixed length")
                    .hasMessageContaining("zone Europe/Berlin is for CALENDAR_WINDOW")
                    .hasMessageContaining("zone must be a time zone such as Europe/Berlin or +02:00, but is 'Berlin'");
        }
    }

    @Test
    void limitersOfProgramsTakeIt() {
        RateLimit yearly = RateLimit.perCalendar(2, CalendarUnit.YEAR, ZoneId.of("Asia/Kolkata"));
        var limiters = LocalRateLimiters.builder().limit("api", yearly).build();
        RateLimiter limiter = limiters.get("api");
        assertThat(limiter.tryAcquire(2)).isTrue();
        assertThat(limiter.decide(1, Duration.ZERO).window()).isNotNull();
        assertThat(limiter.limit()).hasToString("2 per year in Asia/Kolkata (CALENDAR_WINDOW, OVERALL)");
        limiters.close();
    }
}
