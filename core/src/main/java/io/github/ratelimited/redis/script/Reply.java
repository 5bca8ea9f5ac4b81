package io.github.ratelimited.redis.script;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Turn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What {@code acquire.lua} returned, and how each part of it is read.
 *
 * @param now the server's time in microseconds since the epoch
 * @param corrupt number of corrupt states that were replaced; when nothing was decided {@value #TOO_LATE} or, where windows
 *     of a calendar did not fit the server's clock, {@value #CLOCK_WRONG}
 * @param outcomes what became of each request, in the order in which they were asked; none when nothing was decided
 */
public record Reply(long now, int corrupt, List<BatchResult> outcomes) {

    /** Says why nothing was done, though the windows of a calendar were sent for the server's clock. */
    public static final String CLOCK_CHANGED = "The clock of Redis has changed";

    static final int LATER = 2;
    static final int FAILED = -1;
    static final int FAILED_LATER = -2;

    private static final int GRANTED = 1;

    /** Granted at once by a state without an offset, so that neither when nor the offset has to be told. */
    private static final int AT_ONCE = 3;

    /** Bytes of the reply to a lone request that is granted so. */
    private static final int LONE = 3 * Double.BYTES;

    /** Bytes of the reply where an exact window answers with its youngest entry and what follows that. */
    private static final int ENTRY = 7 * Double.BYTES + 2;

    /** Totals of an exact window are modulo this. */
    private static final long TURN = 1L << 52;

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

    /** {@return the reply to a lone request that is granted at once; {@code null} if the bytes say more than that} */
    static @Nullable Reply atOnce(Acquisition request, byte[] bytes) {
        if (bytes.length != LONE && bytes.length != ENTRY) {
            return null;
        }
        ByteBuffer numbers = numbers(bytes);
        long now = (long) numbers.getDouble();
        Grant grant = bytes.length == LONE
                ? decided(request, AT_ONCE, now, numbers)
                : entry(request.demands().get(0), now, numbers);
        return new Reply(now, 0, List.of(new BatchResult(grant, null)));
    }

    /** An entry is the time, the total before it, the total, the time of the oldest that counts and the total before that. */
    private static Grant entry(Demand demand, long now, ByteBuffer numbers) {
        long total = (long) numbers.getDouble(2 * Double.BYTES);
        long used = Math.floorMod(total - (long) numbers.getDouble(4 * Double.BYTES), TURN);
        Decision decision = demand.decided(
                true,
                Duration.ZERO,
                now,
                Math.max(0, demand.limit().rate() - used),
                demand.limit().interval(),
                Basis.STORE);
        return new Grant(List.of(demand), List.of(decision), List.of(new Reservation(demand, now, Basis.STORE)));
    }

    /** {@return what follows the outcome of a request; of one that failed it says nothing} */
    static Grant grant(Acquisition request, long outcome, long now, ByteBuffer numbers) {
        if (request.lease() && outcome >= 0) {
            Acquisition leased = new Acquisition(
                    List.of(request.demands().get(0).of(outcome)), request.maxWait(), request.deadline());
            return decided(leased, outcome > 0 ? GRANTED : 0, now, numbers);
        }
        Grant grant = decided(request, outcome, now, numbers);
        return outcome == LATER || outcome == FAILED_LATER
                ? new Grant(grant.demands(), grant.decisions(), grant.reservations(), turn(request, numbers))
                : grant;
    }

    private static Grant decided(Acquisition request, long outcome, long now, ByteBuffer numbers) {
        boolean atOnce = outcome == AT_ONCE;
        boolean granted = atOnce || outcome == GRANTED;
        Decision[] decisions = new Decision[request.demands().size()];
        Reservation[] reservations = new Reservation[granted ? decisions.length : 0];
        for (int i = 0; i < decisions.length; i++) {
            Demand demand = request.demands().get(i);
            long due = atOnce ? now : (long) numbers.getDouble();
            long remaining = (long) numbers.getDouble();
            long resetAfter = (long) numbers.getDouble();
            long offset = atOnce ? 0 : (long) numbers.getDouble();
            boolean allowed = granted || due <= now;
            decisions[i] = demand.decided(
                    allowed,
                    due <= now ? Duration.ZERO : Micros.toDuration(due - now),
                    allowed ? due : now,
                    remaining,
                    Micros.toDuration(resetAfter),
                    Basis.STORE);
            if (granted) {
                reservations[i] = new Reservation(demand, due, due + offset, Basis.STORE);
            }
        }
        return new Grant(request.demands(), List.of(decisions), List.of(reservations));
    }

    private static Turn turn(Acquisition request, ByteBuffer numbers) {
        Duration horizon = Objects.requireNonNull(request.turn()).horizon();
        long round = (long) numbers.getDouble();
        long number = (long) numbers.getDouble();
        return new Turn(horizon, round, number, Micros.toDuration((long) numbers.getDouble()), Basis.STORE);
    }
}
