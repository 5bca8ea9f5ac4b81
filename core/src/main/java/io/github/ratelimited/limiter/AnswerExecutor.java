package io.github.ratelimited.limiter;

import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.internal.DaemonThreads;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads of the library for the code of users that follows an answer. A few are enough for code that goes on; code that
 * blocks may hold all of them, so an answer that has waited from one check to the next gets more threads, up to a bound. When
 * no answer waits, half of them at most are idle, and when there are none, all end. Safe for use by many threads.
 */
final class AnswerExecutor implements Executor {

    private static final int USUAL_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    /** As many as block at once in a busy server, and few enough that a process can have them. */
    private static final int MOST_THREADS = 1_000;

    private static final long BETWEEN_CHECKS_MILLIS = 5;

    private static final long KEEP_ALIVE_MILLIS = 1_000;

    /** The only one, as threads that are rarely exhausted need not be kept apart. */
    static final Executor SHARED = new AnswerExecutor(MOST_THREADS);

    private static final Collaborator<Executor> USERS = new Collaborator<>(SHARED);

    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final int mostThreads;
    final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor checks;
    private final AtomicBoolean checking = new AtomicBoolean();

    AnswerExecutor(int mostThreads) {
        this(mostThreads, AnswerExecutor::named);
    }

    /** {@code factory} makes threads of a name. */
    AnswerExecutor(int mostThreads, Function<String, ThreadFactory> factory) {
        this.mostThreads = mostThreads;
        threads = new ThreadPoolExecutor(
                USUAL_THREADS,
                USUAL_THREADS,
                KEEP_ALIVE_MILLIS,
                TimeUnit.MILLISECONDS,
                queue,
                factory.apply("answers"));
        checks = new ScheduledThreadPoolExecutor(1, factory.apply("answers-watch"));
        threads.allowCoreThreadTimeOut(true);
        checks.setKeepAliveTime(KEEP_ALIVE_MILLIS, TimeUnit.MILLISECONDS);
        checks.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> DaemonThreads.make("ratelimited-" + name + '-' + number.incrementAndGet(), task);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
        if (!queue.isEmpty() && checking.compareAndSet(false, true)) {
            checkLater(null);
        }
    }

    /** The task waits already, so where the system has no more threads, the next one brings the check. */
    private void checkLater(@Nullable Runnable seen) {
        try {
            checks.schedule(() -> check(seen), BETWEEN_CHECKS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (Throwable ex) {
            checks.getQueue().clear();
            checking.set(false);
        }
    }

    private void check(@Nullable Runnable seen) {
        Runnable first = queue.peek();
        try {
            if (first != null && first == seen) {
                resize(Math.min(twice(threads.getPoolSize()), mostThreads));
            } else if (first == null) {
                resize(Math.min(twice(threads.getActiveCount()), threads.getCorePoolSize()));
            }
        } finally {
            // Whatever fails, such as that the system has no more threads, may work at the next check.
            checkAgain(first);
        }
    }

    private static int twice(int threads) {
        return Math.max(USUAL_THREADS, 2 * threads);
    }

    /**
     * Those above the maximum end at once. With a maximum of more, each would be idle for a moment and then get another answer, so
     * that none would end.
     */
    private void resize(int size) {
        threads.setCorePoolSize(Math.min(size, threads.getMaximumPoolSize()));
        threads.setMaximumPoolSize(size);
        threads.setCorePoolSize(size);
    }

    private void checkAgain(@Nullable Runnable first) {
        if (first != null || threads.getCorePoolSize() > USUAL_THREADS) {
            checkLater(first);
            return;
        }
        checking.set(false);
        if (!queue.isEmpty() && checking.compareAndSet(false, true)) {
            checkLater(null);
        }
    }

    /** Runs a task where it is to run, or on threads of the library where an executor of the user does not take it. */
    static void run(Executor executor, Runnable task) {
        if (!USERS.with(executor).ask(users -> isTaken(users, task), false)) {
            SHARED.execute(task);
        }
    }

    private static boolean isTaken(Executor executor, Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException ex) {
            return false;
        }
    }
}
