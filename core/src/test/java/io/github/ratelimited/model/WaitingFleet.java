package io.github.ratelimited.model;

import io.github.ratelimited.model.QueueModel.Answer;
import io.github.ratelimited.model.QueueModel.Outcome;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Callers who each ask for permits, wait for them and ask anew, moment by moment. A question takes half a millisecond
 * each way, a timer fires up to 20 ms late. Each belongs to an instance that may die, and what it has booked stays empty.
 */
public final class WaitingFleet {

    private static final long WIRE = 500;
    private static final int JITTER = 20_000;

    /** Answers a request at a moment, whose caller waits for so long. */
    @FunctionalInterface
    public interface Asker {

        Answer ask(long now, Turn turn, long maxWait);
    }

    private record Served(long due, long since, int asks) {}

    private record Event(long at, long order, Runnable task) {}

    private final class Call {

        final int caller;
        final long since;
        Turn turn;
        int asks;

        Call(int caller) {
            this.caller = caller;
            this.since = now;
            this.turn = Turn.first(callers.horizon.multipliedBy(callers.horizonsOf.applyAsLong(caller)));
        }
    }

    private final Asker asker;
    private final WaitingCallers callers;
    private final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final Map<Integer, Call> waiting = new HashMap<>();
    private final List<Served> served = new ArrayList<>();
    private final List<Boolean> rejected = new ArrayList<>();
    private final long begun;
    private long now;
    private long order;

    public WaitingFleet(Asker asker, WaitingCallers callers, long begun, long seed) {
        this.asker = asker;
        this.callers = callers;
        this.begun = begun;
        this.random = new Random(seed);
        callers.events.forEach((at, task) -> at(begun + at, task));
        long spread = Math.min(1_000_000, Micros.of(callers.horizon) / 4);
        for (int i = 0; i < callers.count; i++) {
            int caller = i;
            double share = callers.inOnePiece ? (double) i / callers.count : random.nextDouble();
            at(begun + (long) (share * spread), () -> begin(caller));
        }
    }

    /** Callers who each ask for one permit, and anew when they have it. */
    public static WaitingFleet of(Asker asker, int count, Duration horizon, long begun) {
        WaitingCallers callers = new WaitingCallers();
        callers.count = count;
        callers.horizon = horizon;
        return new WaitingFleet(asker, callers, begun, 1);
    }

    public WaitingFleet run(long micros) {
        while (!events.isEmpty() && events.peek().at < begun + micros) {
            Event next = events.remove();
            now = next.at;
            next.task.run();
        }
        now = begun + micros;
        return this;
    }

    private void at(long moment, Runnable task) {
        events.add(new Event(moment, order++, task));
    }

    private boolean mayDie(int caller) {
        return callers.dieAt < Long.MAX_VALUE && (callers.inOnePiece ? caller < callers.count / 2 : caller % 2 == 0);
    }

    private boolean isDead(int caller) {
        return mayDie(caller) && now - begun >= callers.dieAt;
    }

    private void begin(int caller) {
        if (!isDead(caller)) {
            Call call = new Call(caller);
            waiting.put(caller, call);
            ask(call);
        }
    }

    private void ask(Call call) {
        if (!isDead(call.caller)) {
            call.asks++;
            at(now + WIRE, () -> decide(call));
        }
    }

    private void decide(Call call) {
        Answer answer = asker.ask(now, call.turn, callers.timeout - (now - call.since));
        long wake = now + 2 * WIRE + random.nextInt(JITTER);
        long pause = Micros.of(callers.horizon) / 5;
        if (answer.outcome() == Outcome.BOOKED) {
            long due = now + answer.due();
            at(Math.max(now, due + random.nextInt(JITTER)) + WIRE, () -> serve(call, due));
        } else if (answer.outcome() == Outcome.REJECTED) {
            waiting.remove(call.caller);
            rejected.add(call.asks > 1);
            at(wake + pause, () -> begin(call.caller));
        } else if (random.nextDouble() < callers.cancelling) {
            waiting.remove(call.caller);
            if (callers.telling) {
                at(wake, () -> asker.ask(now, answer.turn(), -1));
            }
            at(wake + pause, () -> begin(call.caller));
        } else {
            call.turn = answer.turn();
            at(wake + Micros.of(answer.turn().pause()), () -> ask(call));
        }
    }

    private void serve(Call call, long due) {
        if (!isDead(call.caller)) {
            waiting.remove(call.caller);
            served.add(new Served(due, call.since, call.asks));
            begin(call.caller);
        }
    }

    /** Permits that were due in a span since the beginning. */
    public long permitsBetween(long from, long until) {
        return served.stream()
                .filter(call -> call.due - begun >= from && call.due - begun < until)
                .count();
    }

    /** Times that those waited who began after a moment and have their permits, or still wait. */
    private List<Long> waits(long since) {
        List<Long> waits = new ArrayList<>();
        served.stream().filter(call -> call.since - begun >= since).forEach(call -> waits.add(call.due - call.since));
        waiting.values().stream().filter(call -> !isDead(call.caller)).forEach(call -> waits.add(now - call.since));
        return waits;
    }

    /** The longest wait of those who began after a moment. */
    public double longestWait(long since) {
        return waits(since).stream().mapToLong(wait -> wait).max().orElse(0);
    }

    /** By how long somebody asked earlier than one who was served before him, at most. */
    public double overtaking(long since) {
        long latest = 0;
        long most = 0;
        for (Served call : inOrder(since)) {
            most = latest == 0 ? most : Math.max(most, latest - call.since);
            latest = Math.max(latest, call.since);
        }
        return most;
    }

    private List<Served> inOrder(long since) {
        return served.stream()
                .filter(call -> call.since - begun >= since)
                .sorted(Comparator.comparingLong(Served::due))
                .toList();
    }

    /** The part of the rejected calls that had waited. */
    public double rejectedLate() {
        return rejected.isEmpty()
                ? 0
                : (double) rejected.stream().filter(late -> late).count() / rejected.size();
    }

    /** How often somebody asked beyond two times for each horizon of waiting, at most. */
    public double asksBeyond(long since) {
        return inOrder(since).stream()
                .mapToDouble(call -> call.asks - 2.0 * (call.due - call.since) / Micros.of(callers.horizon))
                .max()
                .orElse(0);
    }
}
