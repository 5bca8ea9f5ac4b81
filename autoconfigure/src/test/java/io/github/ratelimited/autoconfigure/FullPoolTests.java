package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Mono;

/** Nobody waits for a thread of the application's own executor, which has 8 threads unless it is configured. */
@ExtendWith(RedisExtension.class)
class FullPoolTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final String redisUrl;

    FullPoolTests(Redis redis) {
        this.redisUrl = redis.url();
    }

    private void run(String store, boolean virtual, Consumer<AssertableApplicationContext> test) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class,
                        DataRedisAutoConfiguration.class,
                        TaskExecutionAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.data.redis.url=" + redisUrl,
                        "spring.threads.virtual.enabled=" + virtual,
                        "ratelimited.store=" + store,
                        "ratelimited.prefix=full-" + UUID.randomUUID(),
                        "ratelimited.redis.timeout=20s")
                .run(test::accept);
    }

    @ParameterizedTest
    @CsvSource({"local, false", "local, true", "redis, false", "redis, true", "rratelimiter, false"})
    void asyncMethodsThatJoinALimitedStageEnd(String store, boolean virtual) {
        run(store, virtual, context -> {
            Jobs jobs = context.getBean(Jobs.class);
            Letters letters = context.getBean(Letters.class);
            RateLimiter limiter = context.getBean(RateLimiters.class).get("stages");
            List<CompletableFuture<String>> joined = IntStream.range(0, 16)
                    .mapToObj(i -> jobs.join(() -> i % 2 == 0
                            ? letters.stage()
                            : limiter.acquireAsync(1).thenApply(done -> "sent").toCompletableFuture()))
                    .toList();
            assertThat(joined)
                    .allSatisfy(job -> assertThat(job).succeedsWithin(SOON).isEqualTo("sent"));
        });
    }

    @ParameterizedTest
    @CsvSource({"local, false", "redis, false", "rratelimiter, false"})
    void longJobsStallNoLimitedMonoAndNoLimitedStage(String store, boolean virtual) {
        run(store, virtual, context -> {
            CountDownLatch end = new CountDownLatch(1);
            Executor pool = context.getBean("applicationTaskExecutor", Executor.class);
            List<CompletableFuture<Void>> jobs = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.runAsync(() -> await(end), pool))
                    .toList();
            try {
                Letters letters = context.getBean(Letters.class);
                for (int i = 0; i < 3; i++) {
                    assertThat(letters.mono().block(SOON)).isEqualTo("sent");
                    assertThat(letters.stage()).succeedsWithin(SOON).isEqualTo("sent");
                }
                assertThat(jobs).noneMatch(CompletableFuture::isDone);
            } finally {
                end.countDown();
            }
        });
    }

    /** What its executor has bound to the thread, such as a security context, is there for the method. */
    @ParameterizedTest
    @CsvSource({"local, false", "redis, false", "redis, true", "rratelimiter, false"})
    void aLimitedAsyncMethodRunsOnTheThreadOfItsExecutor(String store, boolean virtual) {
        run(store, virtual, context -> {
            Jobs jobs = context.getBean(Jobs.class);
            for (int i = 0; i < 3; i++) {
                assertThat(jobs.limited()).succeedsWithin(SOON).asString().startsWith("task-");
            }
            assertThat(jobs.rejected()).succeedsWithin(SOON);
            assertThat(jobs.rejected())
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .withCauseInstanceOf(RateLimitExceededException.class);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Application {

        @Bean
        Letters letters() {
            return new Letters();
        }

        @Bean
        Jobs jobs() {
            return new Jobs();
        }
    }

    static class Jobs {

        @Async
        public CompletableFuture<String> join(Supplier<CompletableFuture<String>> stage) {
            return CompletableFuture.completedFuture(stage.get().join());
        }

        @Async
        @RateLimited(name = "async", rate = 1, interval = "20ms", timeout = "20s")
        public CompletableFuture<String> limited() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async
        @RateLimited(name = "once", rate = 1, interval = "1h")
        public CompletableFuture<String> rejected() {
            return CompletableFuture.completedFuture("done");
        }
    }

    static class Letters {

        @RateLimited(name = "stages", rate = 1, interval = "20ms", timeout = "20s")
        public CompletableFuture<String> stage() {
            return CompletableFuture.completedFuture("sent");
        }

        @RateLimited(name = "monos", rate = 1, interval = "20ms", timeout = "20s")
        public Mono<String> mono() {
            return Mono.just("sent");
        }
    }
}
