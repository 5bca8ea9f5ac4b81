package io.github.ratelimited.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Alarms by a time that stands still until it is moved. */
final class TestTimer extends ScheduledThreadPoolExecutor {

    private final Set<Alarm<?>> alarms = ConcurrentHashMap.newKeySet();
    private final AtomicLong order = new AtomicLong();
    private volatile Instant now;

    TestTimer(Instant start) {
        super(0);
        now = start;
    }

    Instant now() {
        return now;
    }

    int waiting() {
        return alarms.size();
    }

    /** One mover at a time, so that alarms ring in order. */
    synchronized void advanceTo(Instant end) {
        Alarm<?> next = firstUntil(end);
        while (next != null) {
            now = next.due.isAfter(now) ? next.due : now;
            alarms.remove(next);
            next.run();
            next = firstUntil(end);
        }
        now = end.isAfter(now) ? end : now;
    }

    private @Nullable Alarm<?> firstUntil(Instant end) {
        return alarms.stream()
                .filter(alarm -> !alarm.due.isAfter(end))
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return schedule(Executors.callable(task), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        Alarm<V> alarm = new Alarm<>(task, now.plus(Duration.of(delay, unit.toChronoUnit())), order.getAndIncrement());
        alarms.add(alarm);
        return alarm;
    }

    private final class Alarm<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final Instant due;
        private final long number;

        private Alarm(Callable<V> task, Instant due, long number) {
            super(task);
            this.due = due;
            this.number = number;
        }

        @Override
        protected void done() {
            alarms.remove(this);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(Duration.between(now, due));
        }

        @Override
        public int compareTo(Delayed other) {
            return Comparator.<Alarm<?>, Instant>comparing(alarm -> alarm.due)
                    .thenComparing(alarm -> alarm.number)
                    .compare(this, (Alarm<?>) other);
        }
    }
}
