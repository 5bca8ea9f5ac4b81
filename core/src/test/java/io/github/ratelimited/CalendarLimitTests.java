package io.github.ratelimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.limits.LimitConflict;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class CalendarLimitTests {

    private static final RateLimit MONTHLY = RateLimit.perCalendar(10, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin"));

    @Test
    void hasACalendarOrAnInterval() {
        assertThat(MONTHLY).hasToString("10 per month in Europe/Berlin (CALENDAR_WINDOW, OVERALL)");
        assertThat(MONTHLY.withAlgorithm(Algorithm.FIXED_WINDOW).calendar()).isNull();
        assertThat(MONTHLY.withAlgorithm(Algorithm.CALENDAR_WINDOW)).isEqualTo(MONTHLY);
        assertThat(MONTHLY.withType(RateType.PER_CLIENT).calendar()).isEqualTo(MONTHLY.calendar());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RateLimit.of(1, Duration.ofDays(1)).withAlgorithm(Algorithm.CALENDAR_WINDOW))
                .withMessageContaining("use RateLimit.perCalendar");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimit(
                        1, Duration.ofDays(1), Algorithm.FIXED_WINDOW, 1, RateType.OVERALL, MONTHLY.calendar()))
                .withMessage("a calendar is for CALENDAR_WINDOW, not for FIXED_WINDOW");
        assertThatIllegalArgumentException().isThrownBy(() -> MONTHLY.withBurst(20));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RateLimit.perCalendar(0, CalendarUnit.DAY, ZoneId.of("UTC")));
    }

    @Test
    void aPlanChangesTheNumberAndNotTheCalendar() {
        assertThat(new Plan(50L, null, null).of(MONTHLY)).isEqualTo(MONTHLY.withRate(50, 50));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plan.of(50, Duration.ofDays(30)).of(MONTHLY))
                .withMessageContaining("a plan may change the number, not the calendar");
        RateLimit yearly = RateLimit.perCalendar(10, CalendarUnit.YEAR, ZoneId.of("Europe/Berlin"));
        assertThat(LimitConflict.of(MONTHLY, yearly)).contains("only the number may differ");
        assertThat(LimitConflict.of(MONTHLY, MONTHLY.withRate(3, 3))).isNull();
    }
}
