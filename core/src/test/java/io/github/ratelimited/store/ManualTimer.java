package io.github.ratelimited.store;

import io.github.ratelimited.batch.DeadlineTimer;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer that stands still with its clock; whoever moves it runs what has become due, moment by moment. */
public final class ManualTimer extends ScheduledThreadPoolExecutor {

    private final TestClock clock;
    private final List<DeadlineTimer> alarms = new CopyOnWriteArrayList<>();

    public ManualTimer(TestClock clock) {
        super(0);
        this.clock = clock;
    }

    /** How many wait. */
    public int waiting() {
        return alarms.size();
    }

    public void advance(long byMicros) {
        long end = clock.micros() + byMicros;
        while (true) {
            DeadlineTimer next = alarms.stream()
                    .filter(alarm -> alarm.due <= end)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
            if (next == null) {
                clock.advance(end - clock.micros());
                return;
            }
            alarms.remove(next);
            clock.advance(Math.max(0, next.due - clock.micros()));
            next.run();
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        DeadlineTimer alarm = new DeadlineTimer(task, clock.micros() + (unit.toNanos(delay) + 999) / 1000);
        alarms.add(alarm);
        return alarm;
    }

    private final class DeadlineTimer extends FutureTask<Void> implements ScheduledFuture<Void> {

        private final long due;

        private DeadlineTimer(Runnable task, long due) {
            super(task, null);
            this.due = due;
        }

        @Override
        protected void done() {
            alarms.remove(this);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - clock.micros(), TimeUnit.MICROSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((DeadlineTimer) other).due);
        }
    }
}
