package io.github.ratelimited.limits;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that a source may block. As many as a pool of connections has, and few questions that wait for one. */
final class SourceThreads {

    private static final int THREADS = 16;
    private static final int WAITING = 1_000;
    private static final int IDLE_SECONDS = 10;

    private SourceThreads() {}

    static ThreadPoolExecutor make() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "ratelimited-limit-source");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
