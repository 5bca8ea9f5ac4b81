package io.github.ratelimited.redis.script;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchResult;
import java.util.List;
import java.util.function.Consumer;

/**
 * What {@code acquire.lua} returned.
 *
 * @param now the server's time in microseconds since the epoch
 * @param corrupt number of corrupt states that were replaced, or {@value #TOO_LATE} when nothing was decided
 * @param outcomes what became of each request, in the order in which they were asked; none when it was too late
 */
public record Reply(long now, int corrupt, List<BatchResult> outcomes) {

    static final int TOO_LATE = -1;

    /** {@return what became of each request, unless it was too late} */
    public List<BatchResult> decided() {
        if (corrupt == TOO_LATE) {
            throw new RateLimiterUnavailableException(Retry.TOO_LATE, null);
        }
        return outcomes;
    }

    /** Tells what each request has become, unless one of them may be asked again. */
    public Reply tell(Consumer<List<BatchResult>> early) {
        if (isFinal()) {
            try {
                early.accept(outcomes);
            } catch (RuntimeException | Error untold) {
                // Redisson would fail the reply by it; who has not been told yet is told once the stage is complete.
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
        return corrupt != TOO_LATE;
    }
}
