package io.github.ratelimited.redis.script;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.CalendarWindows;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Micros;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Numbers for a script, as the little-endian doubles that it reads faster than text. Exact below 2^53. */
public final class Arguments {

    /** Numbers of which a limit consists. */
    public static final int OF_LIMIT = 3;

    /** Moments that a script receives for each calendar. */
    private static final int MOMENTS = 4;

    private final ByteBuffer bytes;

    /** Those of the limits, each once. */
    private final List<CalendarInterval> calendars = new ArrayList<>(0);

    /**
     * Starts with what all scripts take.
     *
     * @param header the first number
     * @param moment about when the script will run, in microseconds since the epoch by the server's clock
     * @param demands whose limits are going to be added, for their calendars
     * @param more how many numbers follow, all of which have to be added
     */
    public Arguments(long header, long moment, Iterable<Demand> demands, int more) {
        for (Demand demand : demands) {
            CalendarInterval calendar = demand.limit().calendar();
            if (calendar != null && !calendars.contains(calendar)) {
                calendars.add(calendar);
            }
        }
        int ofCalendars = calendars.isEmpty() ? 0 : 1 + MOMENTS * calendars.size();
        bytes = Reply.numbers(new byte[(1 + ofCalendars + more) * Double.BYTES]);
        add(header);
        if (!calendars.isEmpty()) {
            add(calendars.size());
        }
        for (CalendarInterval calendar : calendars) {
            CalendarWindows windows = CalendarWindows.at(calendar, moment);
            add(windows.start()).add(windows.end()).add(windows.next()).add(windows.last());
        }
    }

    public Arguments add(long number) {
        bytes.putDouble(number);
        return this;
    }

    /** Adds a limit, whose interval is its length or, from 1, the place of its calendar. */
    public Arguments add(RateLimit limit) {
        CalendarInterval calendar = limit.calendar();
        return add(limit.rate())
                .add(calendar == null ? Micros.of(limit.interval()) : calendars.indexOf(calendar) + 1)
                .add(limit.burst());
    }

    public byte[] toBytes() {
        if (bytes.hasRemaining()) {
            throw new IllegalStateException(bytes.remaining() + " bytes of arguments are missing");
        }
        return bytes.array();
    }
}
