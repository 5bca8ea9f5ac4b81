package io.github.ratelimited.internal;

/**
 * Makes the threads of the library. They end with the program, and inherit nothing from the thread that happens to make them, such
 * as one of Redisson or of a request.
 */
public final class DaemonThreads {

    private DaemonThreads() {}

    /** A thread that is not started yet. */
    public static Thread make(String name, Runnable task) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        return thread;
    }
}
