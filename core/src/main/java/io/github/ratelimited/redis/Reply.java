package io.github.ratelimited.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What {@code acquire.lua} returned.
 *
 * @param now the server's time in microseconds since the epoch
 * @param corrupt number of corrupt states that were replaced, or -1 when it was too late
 * @param outcomes the rest
 */
record Reply(long now, int corrupt, ByteBuffer outcomes) {

    static Reply of(byte[] bytes) {
        ByteBuffer numbers = ByteBuffer.wrap(bytes);
        return new Reply((long) numbers.getDouble(), (int) numbers.getDouble(), numbers);
    }

    boolean tooLate() {
        return corrupt < 0;
    }

    static String text(ByteBuffer rest) {
        return StandardCharsets.UTF_8.decode(rest).toString();
    }
}
