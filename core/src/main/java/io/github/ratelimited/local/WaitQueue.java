package io.github.ratelimited.local;

import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Turn;

/**
 * Serves those whose permits are too far off to be reserved in the order in which they came, by the rule of
 * {@code wait_queue.lua}, operation by operation. Each has a number for good, and all who live ask within each round, which
 * knows how many wait and which numbers are free again. Needs the lock of its state.
 */
final class WaitQueue {

    private static final long NOBODY = Long.MAX_VALUE;
    private static final long LEAST_PAUSE = 10_000;

    /** When permits are due, in microseconds from now, if others go first. */
    @FunctionalInterface
    interface Due {

        long after(long permits, long ahead);
    }

    /**
     * What became of a request.
     *
     * @param outcome whether it is granted now, is rejected, or has to ask again
     * @param due microseconds until its permits are expected
     * @param turn what to ask again with
     */
    record Answer(Outcome outcome, long due, Turn turn) {}

    enum Outcome {
        BOOKED,
        REJECTED,
        LATER
    }

    /**
     * The callers that have asked in this round and in the one before.
     *
     * @param start of this round, in microseconds since the epoch
     * @param round its number, 0 before the first
     * @param before least number that was turned away in the round before
     * @param lately the same in this one
     * @param old permits that wait and were asked for last in the round before
     * @param current the same in this one
     * @param horizon the longest horizon of those who wait
     */
    private record Census(long start, long round, long before, long lately, long old, long current, long horizon) {

        /** A new round begins 0.6 horizons after the last one. After two without a request no one waits. */
        Census at(long now, long ownHorizon) {
            long longest = Math.max(horizon, ownHorizon);
            long length = longest * 3 / 5;
            if (round == 0 || now >= start + 2 * length) {
                return new Census(now, round == 0 ? Math.max(1, now) : round + 2, NOBODY, NOBODY, 0, 0, ownHorizon);
            }
            return now >= start + length
                    ? new Census(start + length, round + 1, lately, NOBODY, current, 0, longest)
                    : new Census(Math.min(start, now), round, before, lately, old, current, longest);
        }

        Census with(long number, long permits) {
            return new Census(start, round, before, Math.min(lately, number), old, current + permits, horizon);
        }

        Census without(Turn turn, long permits) {
            long left = turn.round() == round ? Math.max(0, current - permits) : current;
            long leftBefore = turn.round() == round - 1 ? Math.max(0, old - permits) : old;
            return new Census(start, round, before, lately, leftBefore, left, horizon);
        }

        long living() {
            return old + current;
        }
    }

    private Census census = new Census(0, 0, NOBODY, NOBODY, 0, 0, 0);
    private long next;
    private long reached;

    Answer ask(long now, Turn turn, long permits, long maxWait, Due due) {
        Census rolled = census.at(now, Micros.of(turn.horizon()));
        return turn.isFirst()
                ? first(rolled, turn, permits, maxWait, due)
                : again(rolled.without(turn, permits), turn, permits, maxWait, due);
    }

    /** Writes nothing down unless the caller has to ask again. */
    private Answer first(Census asked, Turn turn, long permits, long maxWait, Due due) {
        long living = asked.living();
        long expected = due.after(permits, living);
        if (expected > maxWait) {
            return new Answer(Outcome.REJECTED, expected, turn);
        }
        if (due.after(1, 0) <= (living == 0 ? asked.horizon : 0)) {
            return new Answer(Outcome.BOOKED, due.after(permits, 0), turn);
        }
        reached = living == 0 ? next : reached;
        long number = next;
        next += permits;
        return later(asked.with(number, permits), turn, number, due.after(1, living), expected, LEAST_PAUSE);
    }

    private Answer again(Census others, Turn turn, long permits, long maxWait, Due due) {
        long number = turn.number();
        census = others;
        next = Math.max(next, number + permits);
        long own = due.after(permits, 0);
        if (own > maxWait) {
            return new Answer(Outcome.REJECTED, own, turn);
        }
        long least = Math.min(others.before, others.lately);
        reached = least == NOBODY ? reached : Math.max(reached, least);
        long living = others.living();
        long earlier = number - reached;
        // Divided last, or rounding would count one more.
        double alive = (double) earlier * (living + permits) / Math.max(permits, next - reached);
        long inOrder = (long) Math.ceil(Math.min(earlier, alive));
        long ahead = Math.max(Math.max(0, inOrder), number + living + permits - next);
        long turnIn = due.after(1, ahead);
        boolean called = turnIn <= others.horizon / 2 + others.horizon / 16;
        if (called || due.after(1, 0) <= 0) {
            reached = called ? Math.max(reached, number + permits) : reached;
            return new Answer(Outcome.BOOKED, own, turn);
        }
        long expected = due.after(permits, ahead);
        return later(others.with(number, permits), turn, number, turnIn, expected, others.horizon / 4);
    }

    /** Sleeps until half a horizon before its permits can be reserved, and never longer than half a horizon. */
    private Answer later(Census asked, Turn turn, long number, long turnIn, long expected, long least) {
        census = asked;
        long half = asked.horizon / 2;
        long left = Math.max(turnIn - half, least);
        long parts = (left + half - 1) / half;
        long pause = (left + parts - 1) / parts;
        Turn place = new Turn(turn.horizon(), asked.round, number, Micros.toDuration(pause), turn.basis());
        return new Answer(Outcome.LATER, expected, place);
    }
}
