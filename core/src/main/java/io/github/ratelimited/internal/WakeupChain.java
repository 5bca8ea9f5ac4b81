package io.github.ratelimited.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinPool.ManagedBlocker;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Speeds up many threads on a busy machine: 44,300 calls a second instead of 34,500 in the row {@code hot_key_64_threads} of
 * the benchmark, with two other programs at work. On a quiet one it makes no difference.
 *
 * <p>Lets callers that were answered together wake each other. A thread that wakes many is put aside for each of them, and
 * the next answers wait for it; so it wakes no more than there are processors, and each of these begins by waking
 * another. Where processors are so busy that this takes more than 5 ms, the next one that runs wakes all others. A virtual
 * thread takes no part, because one that is awake may still have to wait for others that run. Safe for use by many threads.
 */
public final class WakeupChain {

    private static final int WOKEN_AT_ONCE = Runtime.getRuntime().availableProcessors();

    /** In ns. Each link of the chain may wait for a processor. */
    private static final long LONGEST = 5_000_000;

    /** Group of all virtual threads, by JEP 444. */
    private static final String VIRTUAL = "VirtualThreads";

    /** Who waited for what this thread is answering, while it does. */
    private static final ThreadLocal<@Nullable Answered> ANSWERED = new ThreadLocal<>();

    private WakeupChain() {}

    /** Runs what completes many answers, and then begins to wake those who wait for them. */
    public static void answer(Runnable many) {
        Answered answered = new Answered();
        ANSWERED.set(answered);
        try {
            many.run();
        } finally {
            ANSWERED.remove();
            for (int i = 0; i < WOKEN_AT_ONCE; i++) {
                answered.wakeNext();
            }
        }
    }

    /** Sleeps until the answer has arrived or the thread is interrupted, which stays set. */
    public static void await(CompletableFuture<?> answer) {
        if (answer.isDone()) {
            return;
        }
        Sleeper sleeper = new Sleeper(answer);
        answer.whenComplete(sleeper);
        sleeper.sleep();
    }

    /** Who were answered together: noted by one thread, and then woken by many. */
    private static final class Answered {

        private final List<Sleeper> sleepers = new ArrayList<>();
        private final AtomicInteger next = new AtomicInteger();
        private final long since = System.nanoTime();

        void wakeNext() {
            int place = next.getAndIncrement();
            while (place < sleepers.size() && (!sleepers.get(place).wake() || isSlow())) {
                place = next.getAndIncrement();
            }
        }

        private boolean isSlow() {
            return System.nanoTime() - since > LONGEST;
        }
    }

    private static final class Sleeper implements ManagedBlocker, BiConsumer<@Nullable Object, @Nullable Throwable> {

        private static final AtomicIntegerFieldUpdater<Sleeper> AWAKE =
                AtomicIntegerFieldUpdater.newUpdater(Sleeper.class, "awake");

        private final Thread thread = Thread.currentThread();
        private final boolean virtual = VIRTUAL.equals(thread.getThreadGroup().getName());
        private final CompletableFuture<?> answer;
        /** Set once: by the thread that wakes it, so that it wakes another, or by itself when it awoke without one. */
        private volatile int awake;

        private @Nullable Answered others;

        Sleeper(CompletableFuture<?> answer) {
            this.answer = answer;
        }

        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            others = virtual ? null : ANSWERED.get();
            if (others == null) {
                LockSupport.unpark(thread);
            } else {
                others.sleepers.add(this);
            }
        }

        boolean wake() {
            boolean slept = AWAKE.compareAndSet(this, 0, 1);
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
                if (!AWAKE.compareAndSet(this, 0, 1) && others != null) {
                    others.wakeNext();
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
