package io.github.ratelimited.redis.script;

import io.github.ratelimited.RateLimit;
import java.nio.ByteBuffer;

/** Numbers for a script, as the big-endian doubles that it reads faster than text. Exact below 2^53. */
public final class Arguments {

    /** Numbers of which a limit consists. */
    public static final int OF_LIMIT = 3;

    private final ByteBuffer bytes;
    private final Calendars calendars;

    /**
     * Starts with what all scripts take.
     *
     * @param header the first numbers
     * @param calendars of the limits that are going to be added
     * @param more how many numbers follow, all of which have to be added
     */
    public Arguments(long[] header, Calendars calendars, int more) {
        this.calendars = calendars;
        bytes = ByteBuffer.allocate((header.length + calendars.numbers() + more) * Double.BYTES);
        for (long number : header) {
            add(number);
        }
        calendars.write(this);
    }

    public Arguments add(long number) {
        bytes.putDouble(number);
        return this;
    }

    public Arguments add(RateLimit limit) {
        return add(limit.rate()).add(calendars.interval(limit)).add(limit.burst());
    }

    public byte[] toBytes() {
        if (bytes.hasRemaining()) {
            throw new IllegalStateException(bytes.remaining() + " bytes of arguments are missing");
        }
        return bytes.array();
    }
}
