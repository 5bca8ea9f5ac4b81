package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.limiter.AnswerDelivery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Callers that wake each other on a busy machine, where each waits long for a processor. */
class SlowWakeupsTests {

    private static final int FIRST = Runtime.getRuntime().availableProcessors();
    private static final int OTHERS = 20;

    private final CountDownLatch firstRun = new CountDownLatch(1);
    private final CountDownLatch othersAwake = new CountDownLatch(OTHERS);

    /** An answer whose caller, once it is awake, does not go on at once. */
    private final class Answer extends CompletableFuture<Integer> {

        private final boolean first;
        private final AtomicBoolean awake = new AtomicBoolean();

        Answer(boolean first) {
            this.first = first;
        }

        @Override
        public boolean isDone() {
            boolean done = super.isDone();
            if (done && awake.compareAndSet(false, true)) {
                waitForProcessor();
            }
            return done;
        }

        private void waitForProcessor() {
            try {
                if (first) {
                    firstRun.await();
                } else {
                    othersAwake.countDown();
                    othersAwake.await();
                }
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    private static Thread asleep(Answer answer) {
        Thread caller = new Thread(() -> AnswerDelivery.join(answer, "a number"));
        caller.setDaemon(true);
        caller.start();
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> caller.getState() == Thread.State.WAITING);
        return caller;
    }

    @Test
    void wakesAllOthersOnceTheFirstHaveTakenLong() {
        List<Answer> answers = IntStream.range(0, FIRST + OTHERS)
                .mapToObj(place -> new Answer(place < FIRST))
                .toList();
        List<Thread> callers = answers.stream().map(SlowWakeupsTests::asleep).toList();
        WakeupChain.answer(() -> answers.forEach(answer -> answer.complete(1)));
        long answered = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - answered > TimeUnit.MILLISECONDS.toNanos(10));
        firstRun.countDown();
        Awaitility.await().until(() -> callers.stream().noneMatch(Thread::isAlive));
        assertThat(othersAwake.getCount()).isZero();
    }
}
