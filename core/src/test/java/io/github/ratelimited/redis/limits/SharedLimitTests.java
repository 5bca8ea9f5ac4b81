package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class SharedLimitTests {

    @Test
    void ofACalendarIsReadAsItWasWritten() {
        RateLimit monthly = RateLimit.perCalendar(10, CalendarUnit.MONTH, ZoneId.of("Europe/Berlin"));
        SharedLimit entry = new SharedLimit(monthly, Origin.OPERATOR);
        assertThat(entry.text()).contains(" unit=MONTH zone=Europe/Berlin ");
        assertThat(SharedLimit.parse(entry.text())).isEqualTo(entry);
    }

    @Test
    void thatARunningReleaseDoesNotUnderstandIsAbsentThere() {
        String text = new SharedLimit(RateLimit.of(5, Duration.ofSeconds(1)), Origin.OPERATOR).text();
        assertThat(SharedLimit.parse(text)).isNotNull();
        assertThat(SharedLimit.parse(text.replace("SLIDING_WINDOW", "MOON_WINDOW")))
                .isNull();
        assertThat(SharedLimit.parse(text.replace("SLIDING_WINDOW", "CALENDAR_WINDOW")))
                .isNull();
        assertThat(SharedLimit.parse(text + " unit=DAY zone=Nowhere/Land")).isNull();
    }
}
