package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.SchedulingAwareRunnable;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/** Sends {@code @Scheduled} tasks where Spring does, and logs a rejection as one warning where Spring would log an error. */
final class JobScheduler extends TaskSchedulerRouter {

    private static final Logger log = LoggerFactory.getLogger(JobScheduler.class);

    @Override
    public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        return super.schedule(new Job(task), trigger);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
        return super.schedule(new Job(task), startTime);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
        return super.scheduleAtFixedRate(new Job(task), startTime, period);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        return super.scheduleAtFixedRate(new Job(task), period);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
        return super.scheduleWithFixedDelay(new Job(task), startTime, delay);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        return super.scheduleWithFixedDelay(new Job(task), delay);
    }

    /** A task that is skipped when it is rejected. */
    private record Job(Runnable task) implements SchedulingAwareRunnable {

        @Override
        public void run() {
            try {
                task.run();
            } catch (RateLimitExceededException ex) {
                Decision decision = ex.getDecision();
                log.warn(
                        "Rate limit '{}' rejected the job {}, which can run again in {}",
                        decision.limiter(),
                        task,
                        decision.retryAfter());
            }
        }

        @Override
        public boolean isLongLived() {
            return !(task instanceof SchedulingAwareRunnable aware) || aware.isLongLived();
        }

        @Override
        public @Nullable String getQualifier() {
            return task instanceof SchedulingAwareRunnable aware ? aware.getQualifier() : null;
        }

        @Override
        public String toString() {
            return task.toString();
        }
    }
}
