package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;
import java.nio.ByteBuffer;

/** Numbers for a script, as the big-endian doubles that it reads faster than text. Exact below 2^53. */
final class Arguments {

    /** Numbers of which a limit consists. */
    static final int OF_LIMIT = 3;

    private final ByteBuffer bytes;

    /**
     * Starts with what all scripts take.
     *
     * @param header the first numbers
     * @param more how many follow, all of which have to be added
     */
    Arguments(long[] header, int more) {
        bytes = ByteBuffer.allocate((header.length + more) * Double.BYTES);
        for (long number : header) {
            add(number);
        }
    }

    Arguments add(long number) {
        bytes.putDouble(number);
        return this;
    }

    Arguments add(RateLimit limit) {
        return add(limit.rate()).add(Micros.of(limit.interval())).add(limit.burst());
    }

    byte[] toBytes() {
        if (bytes.hasRemaining()) {
            throw new IllegalStateException(bytes.remaining() + " bytes of arguments are missing");
        }
        return bytes.array();
    }
}
