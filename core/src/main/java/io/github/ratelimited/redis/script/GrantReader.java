package io.github.ratelimited.redis.script;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Turn;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the reply of {@code acquire.lua} says of one request. */
final class GrantReader {

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

    private GrantReader() {}

    /** {@return what a lone request was granted at once; {@code null} if the reply says more than that} */
    static @Nullable Grant atOnce(Acquisition request, byte[] reply) {
        ByteBuffer numbers = Reply.numbers(reply);
        if (reply.length == LONE) {
            return decided(request, AT_ONCE, (long) numbers.getDouble(), numbers);
        }
        return reply.length == ENTRY ? entry(request.demands().get(0), numbers) : null;
    }

    /** An entry is the time, the total before it, the total, the time of the oldest that counts and the total before that. */
    private static Grant entry(Demand demand, ByteBuffer numbers) {
        long now = (long) numbers.getDouble();
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
