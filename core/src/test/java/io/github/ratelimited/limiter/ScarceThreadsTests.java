package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.internal.DaemonThreads;
import io.github.ratelimited.internal.ScarceThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A moment in which the system has no more threads does no harm that lasts. */
class ScarceThreadsTests {

    private final ScarceThreads scarce = new ScarceThreads();

    @Test
    void answersGetMoreThreadsAfterwards() {
        AnswerExecutor executor = new AnswerExecutor(
                100, name -> name.equals("answers") ? task -> DaemonThreads.make(name, task) : scarce);
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Void>> blocked = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                blocked.add(CompletableFuture.runAsync(() -> await(end), executor));
            }
            scarce.end();
            assertThat(CompletableFuture.supplyAsync(() -> "answer", executor)).succeedsWithin(20, TimeUnit.SECONDS);
        } finally {
            end.countDown();
        }
        assertThat(blocked).allSatisfy(task -> assertThat(task).succeedsWithin(20, TimeUnit.SECONDS));
    }

    @Test
    void answerThatFindsNoThreadFailsItsStage() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<String> result = AnswerDelivery.on(AnswerExecutor.SHARED, answer);
        ThreadPoolExecutor shared = ((AnswerExecutor) AnswerExecutor.SHARED).threads;
        ThreadFactory before = shared.getThreadFactory();
        int usual = shared.getCorePoolSize();
        try {
            shared.setThreadFactory(scarce);
            shared.setMaximumPoolSize(1_000);
            shared.setCorePoolSize(1_000);
            answer.complete("answer");
        } finally {
            shared.setCorePoolSize(usual);
            shared.setMaximumPoolSize(usual);
            shared.setThreadFactory(before);
        }
        assertThat(result).isCompletedExceptionally();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
