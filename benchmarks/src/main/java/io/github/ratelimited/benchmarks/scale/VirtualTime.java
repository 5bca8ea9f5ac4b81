package io.github.ratelimited.benchmarks.scale;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A clock that goes from event to event, and the timer of all that run by it. Not safe for use by many threads. */
final class VirtualTime extends ScheduledThreadPoolExecutor {

    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong((Event event) -> event.at).thenComparingLong(event -> event.order));
    private long now;
    private long order;

    VirtualTime() {
        super(0);
    }

    long nanos() {
        return now;
    }

    void at(long moment, Runnable task) {
        events.add(new Event(moment, order++, task));
    }

    /** Runs what is due until a moment. */
    void runUntil(long moment) {
        while (!events.isEmpty() && events.peek().at <= moment) {
            Event next = events.remove();
            now = Math.max(now, next.at);
            next.run();
        }
        now = moment;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Event event = new Event(now + unit.toNanos(delay), order++, task);
        events.add(event);
        return event;
    }

    private final class Event extends FutureTask<Void> implements ScheduledFuture<Void> {

        private final long at;
        private final long order;

        Event(long at, long order, Runnable task) {
            super(task, null);
            this.at = at;
            this.order = order;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - now, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
