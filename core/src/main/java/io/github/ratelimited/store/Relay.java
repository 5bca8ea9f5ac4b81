package io.github.ratelimited.store;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ManagedBlocker;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers that were answered together wake each other. A thread that wakes many is put aside for each of them, and
 * the next answers wait for it; so it wakes no more than there are processors, and each of these begins by waking
 * another. A virtual thread takes no part, because one that is awake may still have to wait for others that run. Safe for
 * use by many threads.
 */
final class Relay {

    private static final int WOKEN_AT_ONCE = Runtime.getRuntime().availableProcessors();

    /** Group of all virtual threads, by JEP 444. */
    private static final String VIRTUAL = "VirtualThreads";

    /** Who waited for what this thread is answering, while it does. */
    private static final ThreadLocal<@Nullable Queue<Sleeper>> ANSWERED = new ThreadLocal<>();

    private Relay() {}

    /** Runs what completes many answers, and then begins to wake those who wait for them. */
    static void answer(Runnable many) {
        Queue<Sleeper> sleepers = new ConcurrentLinkedQueue<>();
        ANSWERED.set(sleepers);
        try {
            many.run();
        } finally {
            ANSWERED.remove();
            for (int i = 0; i < WOKEN_AT_ONCE; i++) {
                wakeNext(sleepers);
            }
        }
    }

    /** Sleeps until the answer is there or the thread is interrupted, which stays set. */
    static void await(CompletableFuture<?> answer) {
        if (answer.isDone()) {
            return;
        }
        Sleeper sleeper = new Sleeper(answer);
        answer.whenComplete((value, failure) -> sleeper.answered());
        sleeper.sleep();
    }

    private static void wakeNext(Queue<Sleeper> sleepers) {
        Sleeper next = sleepers.poll();
        while (next != null && !next.wake()) {
            next = sleepers.poll();
        }
    }

    private static final class Sleeper implements ManagedBlocker {

        private final Thread thread = Thread.currentThread();
        private final boolean virtual = VIRTUAL.equals(thread.getThreadGroup().getName());
        private final CompletableFuture<?> answer;
        /** Set once: by whoever wakes it, and has it wake another, or by itself when it has awoken without. */
        private final AtomicBoolean awake = new AtomicBoolean();

        private @Nullable Queue<Sleeper> others;

        Sleeper(CompletableFuture<?> answer) {
            this.answer = answer;
        }

        void answered() {
            others = virtual ? null : ANSWERED.get();
            if (others == null) {
                LockSupport.unpark(thread);
            } else {
                others.add(this);
            }
        }

        boolean wake() {
            boolean slept = awake.compareAndSet(false, true);
            if (slept) {
                LockSupport.unpark(thread);
            }
            return slept;
        }

        void sleep() {
            try {
                ForkJoinPool.managedBlock(this);
            } catch (RejectedExecutionException full) {
                // A pool with as many threads as it may have cannot put another in the place of this one.
                while (!isReleasable() && !block()) {}
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            } finally {
                if (!awake.compareAndSet(false, true) && others != null) {
                    wakeNext(others);
                }
            }
        }

        @Override
        public boolean block() {
            LockSupport.park(answer);
            return isReleasable();
        }

        @Override
        public boolean isReleasable() {
            return answer.isDone() || thread.isInterrupted();
        }
    }
}
