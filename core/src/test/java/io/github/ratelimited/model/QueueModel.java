package io.github.ratelimited.model;

import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The rule for those whose permits are too far off to be reserved, without regard to speed: who waits is kept one by one,
 * as they asked last in this round or in the one before.
 */
public final class QueueModel {

    /** When permits are due, in microseconds from now, if others go first. */
    @FunctionalInterface
    public interface Due {

        long after(long permits, long ahead);
    }

    public enum Outcome {
        BOOKED,
        REJECTED,
        LATER
    }

    /** What a request has to do, when its permits are expected in microseconds from now, and its turn. */
    public record Answer(Outcome outcome, long due, Turn turn) {}

    private record Waiting(long number, long permits) {}

    private long start;
    private long round;
    private long next;
    private long reached;
    private long horizon;
    private long leastBefore = Long.MAX_VALUE;
    private long leastLately = Long.MAX_VALUE;
    private List<Waiting> before = new ArrayList<>();
    private List<Waiting> lately = new ArrayList<>();

    private long living() {
        return before.stream().mapToLong(Waiting::permits).sum()
                + lately.stream().mapToLong(Waiting::permits).sum();
    }

    /** A new round begins 0.6 horizons after the last one; after two without a question nobody waits. */
    private void roll(long now, long asked) {
        horizon = Math.max(horizon, asked);
        long length = horizon * 3 / 5;
        boolean idle = round == 0 || now >= start + 2 * length;
        if (round > 0 && now < start) {
            start = now;
        } else if (idle || now >= start + length) {
            leastBefore = idle ? Long.MAX_VALUE : leastLately;
            before = idle ? new ArrayList<>() : lately;
            leastLately = Long.MAX_VALUE;
            lately = new ArrayList<>();
            horizon = idle ? asked : horizon;
            start = idle ? now : start + length;
            round = round == 0 ? now : round + (idle ? 2 : 1);
        }
    }

    public Answer ask(long now, Turn turn, long permits, long maxWait, Due due) {
        if (!turn.isFirst()) {
            roll(now, Micros.of(turn.horizon()));
            return again(turn, permits, maxWait, due);
        }
        // Whoever need not ask again leaves no trace.
        QueueModel tried = copy();
        tried.roll(now, Micros.of(turn.horizon()));
        Answer answer = tried.first(turn, permits, maxWait, due);
        if (answer.outcome == Outcome.LATER) {
            become(tried);
        }
        return answer;
    }

    private QueueModel copy() {
        QueueModel copy = new QueueModel();
        copy.become(this);
        return copy;
    }

    private void become(QueueModel other) {
        start = other.start;
        round = other.round;
        next = other.next;
        reached = other.reached;
        horizon = other.horizon;
        leastBefore = other.leastBefore;
        leastLately = other.leastLately;
        before = new ArrayList<>(other.before);
        lately = new ArrayList<>(other.lately);
    }

    private Answer first(Turn turn, long permits, long maxWait, Due due) {
        long ahead = living();
        if (due.after(permits, ahead) > maxWait) {
            return new Answer(Outcome.REJECTED, due.after(permits, ahead), turn);
        }
        if (ahead == 0) {
            reached = next;
        }
        if (due.after(1, 0) <= (ahead == 0 ? horizon : 0)) {
            return new Answer(Outcome.BOOKED, due.after(permits, 0), turn);
        }
        next += permits;
        return later(new Waiting(next - permits, permits), turn, ahead, 10_000, due);
    }

    private Answer again(Turn turn, long permits, long maxWait, Due due) {
        Waiting caller = new Waiting(turn.number(), permits);
        if (turn.round() == round) {
            lately.remove(caller);
        } else if (turn.round() == round - 1) {
            before.remove(caller);
        }
        next = Math.max(next, caller.number + permits);
        if (due.after(permits, 0) > maxWait) {
            return new Answer(Outcome.REJECTED, due.after(permits, 0), turn);
        }
        long least = Math.min(leastBefore, leastLately);
        reached = Math.max(reached, least == Long.MAX_VALUE ? reached : least);
        long living = living();
        long earlier = caller.number - reached;
        Fraction alive = Fraction.of(living + permits, Math.max(permits, next - reached));
        long inOrder =
                Fraction.of(earlier).times(alive).min(Fraction.of(earlier)).roundUp();
        long ahead = Math.max(Math.max(0, inOrder), caller.number + living + permits - next);
        boolean called = due.after(1, ahead) <= horizon / 2 + horizon / 16;
        if (due.after(1, 0) <= (called ? horizon + horizon / 8 : 0)) {
            reached = Math.max(reached, called ? caller.number + permits : reached);
            return new Answer(Outcome.BOOKED, due.after(permits, 0), turn);
        }
        return later(caller, turn, ahead, horizon / 4, due);
    }

    /** Sleeps until half a horizon before its moment to be booked, and never longer than half a horizon. */
    private Answer later(Waiting caller, Turn turn, long ahead, long least, Due due) {
        lately.add(caller);
        leastLately = Math.min(leastLately, caller.number);
        long left = Math.max(due.after(1, ahead) - horizon / 2, least);
        long parts = -Math.floorDiv(-left, horizon / 2);
        Duration pause = Micros.toDuration(-Math.floorDiv(-left, parts));
        Turn place = new Turn(turn.horizon(), round, caller.number, pause, turn.basis());
        return new Answer(Outcome.LATER, due.after(caller.permits, ahead), place);
    }
}
