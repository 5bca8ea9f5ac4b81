package io.github.ratelimited.denial;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A rejection that stays true for a while: so many permits, or more, are not due before a moment. Moments are microseconds
 * on this process's clock, counted from when it was asked, before the store looked; so they lie before those that the
 * store meant, never after them.
 *
 * @param demand what was rejected
 * @param asked when it was asked
 * @param due when the permits are due
 * @param reset when all of the limit is back
 * @param remaining fewer permits that were there
 * @param until when it has to be asked again
 * @param inTurn whether it is due only after others who wait, which says nothing to those who do not
 * @param blocked whether nothing is due before, whatever is asked for
 * @param window in which the permits are counted, where the limit has a calendar
 */
record Denial(
        Demand demand,
        long asked,
        long due,
        long reset,
        long remaining,
        long until,
        boolean inTurn,
        boolean blocked,
        @Nullable Window window) {

    static Denial of(Demand demand, Decision decision, long asked, long longest, boolean inTurn) {
        long due = asked + Micros.of(decision.retryAfter());
        long reset = asked + Micros.of(decision.resetAfter());
        boolean blocked = decision.blocked();
        long until = Math.min(due, asked + longest);
        return new Denial(
                demand, asked, due, reset, decision.remaining(), until, inTurn && !blocked, blocked, decision.window());
    }

    boolean stands(long now) {
        return now >= asked && now < until;
    }

    boolean answers(Demand other, long now, long maxWait, boolean waits) {
        if (blocked) {
            return stands(now);
        }
        return (waits || !inTurn)
                && other.permits() >= demand.permits()
                && now + maxWait < due
                && stands(now)
                && other.limit().equals(demand.limit());
    }

    /** What is answered to another demand that it {@linkplain #answers answers}. */
    Decision decisionFor(Demand other, long now) {
        Duration left = Micros.toDuration(due - now);
        Duration resetAfter = Micros.toDuration(Math.max(0, reset - now));
        Decision rejection = blocked
                ? other.blocked(left, resetAfter, Basis.STORE)
                : other.rejected(left, remaining, resetAfter, Basis.STORE);
        return window == null ? rejection : rejection.but().window(window).build();
    }
}
