package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AnswerExecutorTests {

    private final AnswerExecutor executor = new AnswerExecutor(1_000);

    @Test
    void runsWhatComesWhileAllOthersBlock() {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Void>> blocked = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                blocked.add(CompletableFuture.runAsync(() -> await(end), executor));
                assertThat(CompletableFuture.supplyAsync(() -> "answer", executor))
                        .succeedsWithin(20, TimeUnit.SECONDS);
            }
            assertThat(blocked).noneMatch(CompletableFuture::isDone);
        } finally {
            end.countDown();
        }
        assertThat(blocked).allSatisfy(task -> assertThat(task).succeedsWithin(20, TimeUnit.SECONDS));
        assertThat(CompletableFuture.supplyAsync(() -> "answer", executor)).succeedsWithin(20, TimeUnit.SECONDS);
    }

    @Test
    void taskThatWaitsForALaterTaskEnds() {
        CompletableFuture<String> outermost = nested(50);
        assertThat(outermost).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("innermost");
    }

    private CompletableFuture<String> nested(int depth) {
        return CompletableFuture.supplyAsync(
                () -> depth == 0 ? "innermost" : nested(depth - 1).join(), executor);
    }

    @Test
    void blockedTasksHaveNoMoreThreadsThanTheMost() {
        AnswerExecutor bounded = new AnswerExecutor(20);
        CountDownLatch end = new CountDownLatch(1);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<CompletableFuture<Void>> tasks = Stream.generate(() -> CompletableFuture.runAsync(
                        () -> {
                            threads.add(Thread.currentThread());
                            await(end);
                        },
                        bounded))
                .limit(60)
                .toList();
        try {
            Awaitility.await().untilAsserted(() -> assertThat(threads).hasSize(20));
            Awaitility.await()
                    .during(Duration.ofMillis(100))
                    .untilAsserted(() -> assertThat(threads).hasSize(20));
        } finally {
            end.countDown();
        }
        assertThat(tasks).allSatisfy(task -> assertThat(task).succeedsWithin(20, TimeUnit.SECONDS));
    }

    @Test
    void threadsThatHadBlockedEndWhileAnswersGoOnComing() {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Void>> blocked = Stream.generate(
                        () -> CompletableFuture.runAsync(() -> await(end), executor))
                .limit(100)
                .toList();
        assertThat(CompletableFuture.supplyAsync(() -> "answer", executor)).succeedsWithin(20, TimeUnit.SECONDS);
        end.countDown();
        assertThat(blocked).allSatisfy(task -> assertThat(task).succeedsWithin(20, TimeUnit.SECONDS));
        Awaitility.await().untilAsserted(() -> assertThat(threadsOfNext(1_000)).hasSizeLessThan(50));
    }

    private Set<Thread> threadsOfNext(int answers) {
        return IntStream.range(0, answers)
                .mapToObj(i -> CompletableFuture.supplyAsync(Thread::currentThread, executor)
                        .join())
                .collect(Collectors.toSet());
    }

    @Test
    void threadsInheritNothingAndEnd() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InheritableThreadLocal<String> request = new InheritableThreadLocal<>();
        CompletableFuture<Thread> thread;
        try {
            request.set("of a request");
            Thread.currentThread().setContextClassLoader(new ClassLoader() {});
            thread = CompletableFuture.supplyAsync(
                    () -> {
                        assertThat(request.get()).isNull();
                        assertThat(Thread.currentThread().getContextClassLoader())
                                .isSameAs(AnswerExecutor.class.getClassLoader());
                        return Thread.currentThread();
                    },
                    executor);
            assertThat(thread).succeedsWithin(20, TimeUnit.SECONDS).matches(Thread::isDaemon);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            request.remove();
        }
        Awaitility.await().until(() -> !thread.join().isAlive());
    }

    @Test
    void takesOverFromAnExecutorThatTakesNothingAnyMore() {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        AnswerExecutor.run(
                task -> {
                    throw new RejectedExecutionException();
                },
                () -> ran.complete(Thread.currentThread()));
        assertThat(ran)
                .succeedsWithin(20, TimeUnit.SECONDS)
                .extracting(Thread::getName)
                .asString()
                .startsWith("ratelimited-answers-");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
