package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;
import java.nio.ByteBuffer;

/** Numbers for a script, as the big-endian doubles that it reads faster than text. Exact below 2^53. */
final class Arguments {

    private ByteBuffer bytes = ByteBuffer.allocate(80);

    Arguments add(long number) {
        if (!bytes.hasRemaining()) {
            bytes = ByteBuffer.allocate(bytes.capacity() * 2).put(bytes.flip());
        }
        bytes.putDouble(number);
        return this;
    }

    Arguments add(RateLimit limit) {
        return add(limit.rate()).add(Micros.of(limit.interval())).add(limit.burst());
    }

    byte[] toBytes() {
        byte[] all = new byte[bytes.position()];
        bytes.flip().get(all);
        return all;
    }
}
