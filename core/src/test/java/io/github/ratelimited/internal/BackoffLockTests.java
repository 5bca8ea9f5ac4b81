package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BackoffLockTests {

    private static final int THREADS = 8;
    private static final int EACH = 50_000;

    private final BackoffLock lock = new BackoffLock() {};
    private int count;

    private void countUp() {
        for (int i = 0; i < EACH; i++) {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }
    }

    @Test
    @Timeout(60)
    void letsOneThreadInAtATimeAndAllInTheEnd() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(this::countUp));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(count).isEqualTo(THREADS * EACH);
        assertThat(lock.sleeping).hasValue(0);
    }

    @Test
    void letsManySleepLongerThanOne() {
        assertThat(IntStream.of(1, 2, 4, 5, 1_000).mapToLong(BackoffLock::backoff))
                .containsExactly(50_000L, 200_000L, 800_000L, 1_000_000L, 1_000_000L);
    }

    @Test
    void tellsWhetherItWasFree() {
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock()).isFalse();
        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
    }

    @Test
    @Timeout(60)
    void letsAnInterruptedThreadInAndLeavesItInterrupted() throws InterruptedException {
        lock.lock();
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            countUp();
            count += Thread.currentThread().isInterrupted() ? 1 : 0;
        });
        interrupted.start();
        lock.unlock();
        interrupted.join();
        assertThat(count).isEqualTo(EACH + 1);
    }

    @Test
    @Timeout(60)
    void aWaiterThatIsInterruptedSleepsAllTheSameAndStaysInterrupted() throws InterruptedException {
        AtomicBoolean interrupted = new AtomicBoolean();
        lock.lock();
        Thread waiter = new Thread(() -> {
            Thread.currentThread().interrupt();
            lock.lock();
            interrupted.set(Thread.currentThread().isInterrupted());
            lock.unlock();
        });
        waiter.start();
        Awaitility.await("a thread sleeps only while it is not interrupted")
                .until(() -> lock.sleeping.get() == 1 && !waiter.isInterrupted());
        lock.unlock();
        waiter.join();
        assertThat(interrupted).isTrue();
    }
}
