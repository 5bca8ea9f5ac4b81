package io.github.ratelimited.internal;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread on which deadlines pass. The JDK has one such thread for the whole process; what runs there, such as failure
 * policies, observers and logging, would delay everybody else's timeouts, and theirs would delay ours. The thread ends
 * soon after the last deadline and begins again with the next.
 */
public final class Deadlines {

    private static final long KEEP_ALIVE_MILLIS = 1_000;

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private Deadlines() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, task -> DaemonThreads.make("ratelimited-deadlines", task));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(KEEP_ALIVE_MILLIS, TimeUnit.MILLISECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    /**
     * Runs a task later.
     *
     * @param nanos time from now; none when negative
     * @param task must be short; what it throws is lost
     * @return cancels it
     */
    public static Future<?> after(long nanos, Runnable task) {
        return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Does something about an answer that is not there in time.
     *
     * @param nanos time from now
     * @param answer what is waited for
     * @param late completes the answer; does nothing when it is complete by then
     */
    public static <T> CompletableFuture<T> within(long nanos, CompletableFuture<T> answer, Runnable late) {
        if (!answer.isDone()) {
            Future<?> timeout = after(nanos, late);
            answer.whenComplete((value, failure) -> timeout.cancel(false));
        }
        return answer;
    }

    /** {@return complete when all answers are there, also those that failed, or when the time is over} */
    public static CompletableFuture<Void> all(long nanos, Collection<? extends CompletableFuture<?>> answers) {
        CompletableFuture<Void> all = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .exceptionally(failure -> null);
        return within(nanos, all, () -> all.complete(null));
    }
}
