package io.github.ratelimited.redis.script;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.CalendarWindows;
import io.github.ratelimited.store.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The calendars of the limits in the arguments of a script, each once. */
public final class Calendars {

    /** Moments that a script receives for each. */
    private static final int MOMENTS = 4;

    private final long moment;
    private final List<CalendarInterval> all = new ArrayList<>(0);

    /**
     * Starts without one.
     *
     * @param moment about when the script will run, in microseconds since the epoch by the server's clock
     */
    public Calendars(long moment) {
        this.moment = moment;
    }

    /** Adds the calendar of a limit. */
    public Calendars add(RateLimit limit) {
        CalendarInterval calendar = limit.calendar();
        if (calendar != null && !all.contains(calendar)) {
            all.add(calendar);
        }
        return this;
    }

    /** {@return how many numbers they take, 0 where there are none} */
    int numbers() {
        return all.isEmpty() ? 0 : 1 + MOMENTS * all.size();
    }

    void write(Arguments arguments) {
        if (!all.isEmpty()) {
            arguments.add(all.size());
        }
        for (CalendarInterval calendar : all) {
            CalendarWindows windows = CalendarWindows.at(calendar, moment);
            arguments
                    .add(windows.start())
                    .add(windows.end())
                    .add(windows.next())
                    .add(windows.last());
        }
    }

    /** {@return what stands for the interval of a limit: its length or, from 1, the place of its calendar} */
    long interval(RateLimit limit) {
        return limit.calendar() == null
                ? Micros.of(limit.interval())
                : all.indexOf(Objects.requireNonNull(limit.calendar())) + 1;
    }
}
