package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import reactor.core.publisher.Mono;

/** What becomes of jobs and events that a limit rejects. */
@ExtendWith(OutputCaptureExtension.class)
class RejectedJobsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RateLimitedAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=local");

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @EnableAsync
    static class Application {}

    static class Export {

        private final AtomicInteger runs = new AtomicInteger();

        @Scheduled(fixedDelay = 1)
        @RateLimited(name = "export", rate = 1, interval = "1h")
        public void export() {
            runs.incrementAndGet();
        }

        int runs() {
            return runs.get();
        }
    }

    static class ReactiveExport {

        @Scheduled(fixedDelay = 50)
        @RateLimited(name = "reactive-export", rate = 1, interval = "1h")
        public Mono<Void> export() {
            return Mono.empty();
        }
    }

    static class Failing {

        @Scheduled(fixedDelay = 1)
        public void fail() {
            throw new IllegalStateException("the disk is full");
        }
    }

    static class Named {

        private volatile String thread = "";

        @Scheduled(fixedDelay = 1, scheduler = "own")
        @RateLimited(name = "named", rate = 1, interval = "1h")
        public void run() {
            thread = Thread.currentThread().getName();
        }

        String thread() {
            return thread;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduler {

        @Bean
        ThreadPoolTaskScheduler own() {
            ThreadPoolTaskScheduler own = new ThreadPoolTaskScheduler();
            own.setThreadNamePrefix("own-");
            return own;
        }
    }

    static class Mails {

        @EventListener
        @RateLimited(name = "mails", rate = 1, interval = "1h")
        public void on(String event) {}

        @Async
        @RateLimited(name = "later", rate = 1, interval = "1h")
        public CompletableFuture<String> later() {
            return CompletableFuture.completedFuture("sent");
        }
    }

    @Test
    void rejectedJobIsSkippedWithOneWarningAndWithoutAStackTrace(CapturedOutput output) {
        runner.withUserConfiguration(Application.class).withBean(Export.class).run(context -> {
            Awaitility.await().until(() -> output.getOut().contains("Rate limit 'export' rejected the job"));

            assertThat(output)
                    .containsPattern("WARN .* Rate limit 'export' rejected the job .*Export.export, which can"
                            + " run again in PT\\d+M");
            assertThat(output).doesNotContain("ERROR").doesNotContain("\tat ");
            assertThat(context.getBean(Export.class).runs()).isEqualTo(1);
        });
    }

    @Test
    void rejectedReactiveJobIsSkippedWithoutAStackTrace(CapturedOutput output) {
        runner.withUserConfiguration(Application.class)
                .withBean(ReactiveExport.class)
                .run(context -> {
                    Awaitility.await().until(() -> output.getOut().contains("RateLimitExceededException"));

                    assertThat(output).doesNotContain("ERROR").doesNotContain("\tat io.github.ratelimited");
                });
    }

    @Test
    void jobThatFailsOtherwiseIsLoggedBySpring(CapturedOutput output) {
        runner.withUserConfiguration(Application.class)
                .withBean(Failing.class)
                .run(context -> Awaitility.await()
                        .untilAsserted(() -> assertThat(output)
                                .contains("ERROR")
                                .contains("IllegalStateException: the disk is full")
                                .contains("\tat ")));
    }

    @Test
    void jobRunsOnTheSchedulerThatItNames() {
        runner.withUserConfiguration(Application.class, OwnScheduler.class)
                .withBean(Named.class)
                .run(context -> Awaitility.await()
                        .untilAsserted(
                                () -> assertThat(context.getBean(Named.class).thread())
                                        .startsWith("own-")));
    }

    @Test
    void publisherOfAnEventHearsThatItsListenerWasRejected() {
        runner.withUserConfiguration(Application.class).withBean(Mails.class).run(context -> {
            context.publishEvent("first");

            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> context.publishEvent("second"));
        });
    }

    @Test
    void asynchronousMethodIsRejectedInItsFuture() {
        runner.withUserConfiguration(Application.class).withBean(Mails.class).run(context -> {
            Mails mails = context.getBean(Mails.class);
            assertThat(mails.later().join()).isEqualTo("sent");

            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> mails.later().join())
                    .withCauseInstanceOf(RateLimitExceededException.class);
        });
    }
}
