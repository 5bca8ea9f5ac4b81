package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.AttributeParser;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import org.jspecify.annotations.Nullable;

/** What an operator makes of a limit. */
final class ChangedLimit {

    private ChangedLimit() {}

    /** The limit with another number or interval. By the calendar it keeps its zone. Fails for one that cannot be. */
    static RateLimit of(RateLimit before, @Nullable Long rate, @Nullable String interval, @Nullable Long burst) {
        long newRate = rate != null ? rate : before.rate();
        long sameBurst = before.burst() == before.rate() ? newRate : before.burst();
        LimitInterval given = interval == null ? null : AttributeParser.interval(interval);
        CalendarInterval calendar = before.calendar();
        long newBurst = burst != null ? burst : sameBurst;
        if (given == null) {
            return before.withRate(newRate, newBurst);
        }
        if (calendar != null && given.unit() != null) {
            return RateLimit.perCalendar(newRate, given.unit(), calendar.zone())
                    .withRate(newRate, newBurst)
                    .withType(before.type());
        }
        if (calendar != null || given.length() == null) {
            throw new IllegalArgumentException("interval " + interval + " does not fit " + before.algorithm()
                    + ", which counts by " + (calendar != null ? LimitInterval.WORDS : "a length of time"));
        }
        return new RateLimit(newRate, given.length(), before.algorithm(), newBurst, before.type());
    }
}
