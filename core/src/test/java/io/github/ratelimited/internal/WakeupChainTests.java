package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimiterInterruptedException;
import io.github.ratelimited.limiter.AnswerDelivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Callers that wake each other. Who is left asleep fails after 20 s. */
class WakeupChainTests {

    private static final int CALLERS = 40 * Runtime.getRuntime().availableProcessors();

    /** A thread that waits for an answer, and what it made of it. */
    private record Caller(CompletableFuture<Integer> answer, Thread thread, CompletableFuture<Integer> result) {

        static Caller start(ThreadGroup group) {
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            CompletableFuture<Integer> result = new CompletableFuture<Integer>().orTimeout(20, TimeUnit.SECONDS);
            Thread thread = new Thread(group, () -> {
                try {
                    result.complete(AnswerDelivery.join(answer, "a number"));
                } catch (RuntimeException ex) {
                    result.completeExceptionally(ex);
                }
            });
            thread.setDaemon(true);
            thread.start();
            return new Caller(answer, thread, result);
        }

        void awaitSleep() {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> thread.getState() == Thread.State.WAITING);
        }
    }

    private static List<Caller> start(int callers) {
        List<Caller> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            all.add(Caller.start(Thread.currentThread().getThreadGroup()));
        }
        return all;
    }

    private static List<Caller> asleep(int callers) {
        List<Caller> all = start(callers);
        all.forEach(Caller::awaitSleep);
        return all;
    }

    private static void assertAwake(List<Caller> callers) {
        assertThat(callers)
                .allSatisfy(caller -> assertThat(caller.result.join()).isOne());
    }

    private static void answer(List<Caller> callers) {
        WakeupChain.answer(() -> callers.forEach(caller -> caller.answer.complete(1)));
    }

    @Test
    void wakesAllWhoWereAnsweredTogether() {
        List<Caller> callers = asleep(CALLERS);

        answer(callers);

        assertAwake(callers);
    }

    @Test
    void leavesThoseToEachOtherWhomItDoesNotWakeItself() {
        List<Caller> callers = asleep(1);

        WakeupChain.answer(() -> {
            callers.forEach(caller -> caller.answer.complete(1));
            assertThat(callers.get(0).result).isNotDone();
        });

        assertAwake(callers);
    }

    @Test
    void passesOverThoseWhoHaveGoneBefore() {
        List<Caller> callers = asleep(CALLERS);
        List<Caller> gone = callers.subList(0, CALLERS - 1);
        gone.forEach(caller -> caller.thread.interrupt());
        gone.forEach(caller -> assertThatExceptionOfType(Exception.class)
                .isThrownBy(caller.result::join)
                .withRootCauseInstanceOf(InterruptedException.class)
                .withCauseInstanceOf(RateLimiterInterruptedException.class));

        answer(callers);

        assertThat(callers.get(CALLERS - 1).result.join()).isOne();
    }

    @Test
    void leavesNobodyAsleepWhoeverComesAndGoesMeanwhile() {
        Random random = new Random(7);
        for (int round = 0; round < 100; round++) {
            List<Caller> callers = start(30);
            Collections.shuffle(callers, random);
            Thread.yield();
            Thread interrupter = new Thread(
                    () -> callers.subList(0, random.nextInt(10)).forEach(caller -> caller.thread.interrupt()));
            interrupter.start();

            answer(callers.subList(0, 20));
            callers.subList(20, 30).forEach(caller -> caller.answer.complete(2));

            assertThat(callers.stream()
                            .map(caller -> caller.result
                                    .handle((number, failure) -> failure instanceof TimeoutException)
                                    .join()))
                    .doesNotContain(true);
        }
    }

    @Test
    void wakesAllOfAnswersWithinAnswers() {
        List<Caller> callers = asleep(CALLERS);

        WakeupChain.answer(() -> {
            callers.get(0).answer.complete(1);
            answer(callers.subList(1, CALLERS / 2));
            callers.subList(CALLERS / 2, CALLERS).forEach(caller -> caller.answer.complete(1));
        });

        assertAwake(callers);
    }

    @Test
    void wakesThoseWhoWereAnsweredBeforeAFailure() {
        List<Caller> callers = asleep(1);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> WakeupChain.answer(() -> {
                    callers.get(0).answer.complete(1);
                    throw new IllegalStateException("broken");
                }));

        assertAwake(callers);
    }

    @Test
    void doesNotRelyOnVirtualThreads() {
        Caller caller = Caller.start(new ThreadGroup("VirtualThreads"));
        caller.awaitSleep();

        WakeupChain.answer(() -> {
            caller.answer.complete(1);
            assertThat(caller.result.join()).isOne();
        });
    }

    @Test
    void letsAPoolThatComputesGoOnWhileOneOfItsThreadsSleeps() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            var sleeping = pool.submit(() -> AnswerDelivery.join(answer, "a number"));
            pool.execute(() -> answer.complete(1));

            assertThat(sleeping.get(30, TimeUnit.SECONDS)).isOne();
        } finally {
            pool.shutdownNow();
        }
    }

    /** It replaces so many that wait and no more. */
    @Test
    void manyTasksOfTheCommonPoolWait() {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        AtomicInteger started = new AtomicInteger();
        List<ForkJoinTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            tasks.add(ForkJoinPool.commonPool().submit(() -> {
                started.incrementAndGet();
                return AnswerDelivery.join(answer, "a number");
            }));
        }
        int most = 256 + ForkJoinPool.getCommonPoolParallelism();
        Awaitility.await().until(() -> started.get() >= most || tasks.stream().anyMatch(ForkJoinTask::isDone));

        answer.complete(7);

        assertThat(tasks)
                .allSatisfy(task -> assertThat(task.get(20, TimeUnit.SECONDS)).isEqualTo(7));
    }
}
