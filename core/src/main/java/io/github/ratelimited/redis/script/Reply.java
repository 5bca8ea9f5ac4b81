package io.github.ratelimited.redis.script;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * What {@code acquire.lua} returned.
 *
 * @param now the server's time in microseconds since the epoch
 * @param corrupt number of corrupt states that were replaced; when nothing was decided {@value #TOO_LATE} or, where windows
 *     of a calendar did not fit the server's clock, {@value #CLOCK_WRONG}
 * @param outcomes what became of each request, in the order in which they were asked; none when nothing was decided
 */
public record Reply(long now, int corrupt, List<BatchResult> outcomes) {

    /** Says why nothing was done, though the windows of a calendar were sent for the server's clock. */
    public static final String CLOCK_CHANGED = "The clock of Redis has changed";

    static final int TOO_LATE = -1;

    static final int CLOCK_WRONG = -2;

    /** {@return the numbers of a reply, or of what is sent} */
    public static ByteBuffer numbers(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** {@return whether nothing was done, because windows of a calendar did not fit the server's clock} */
    public boolean isClockWrong() {
        return corrupt == CLOCK_WRONG;
    }

    /** {@return the time that a script has returned instead of doing anything for the same reason, else 0} */
    public static long correctedTime(byte[] bytes) {
        ByteBuffer reply = numbers(bytes);
        boolean wrong = bytes.length == 2 * Double.BYTES && reply.getDouble(Double.BYTES) == CLOCK_WRONG;
        return wrong ? (long) reply.getDouble(0) : 0;
    }

    /** {@return what became of each request, unless nothing was decided} */
    public List<BatchResult> decided() {
        if (corrupt < 0) {
            throw new RateLimiterUnavailableException(
                    corrupt == TOO_LATE ? AcquireRetry.TOO_LATE : CLOCK_CHANGED, null);
        }
        return outcomes;
    }

    /** Passes the results on, unless one of the requests may be sent again. */
    public Reply deliver(BatchListener listener) {
        if (isFinal()) {
            try {
                listener.early(outcomes);
            } catch (RuntimeException | Error ignored) {
                // Redisson would fail the reply by it; requests that are still open complete with the stage.
            }
        }
        return this;
    }

    /** {@return whether each request is decided, so that none is asked again} */
    private boolean isFinal() {
        for (BatchResult outcome : outcomes) {
            if (outcome.grant() == null) {
                return false;
            }
        }
        return corrupt >= 0;
    }
}
