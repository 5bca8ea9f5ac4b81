package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

class TestClockConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=local")
            .withUserConfiguration(TestClockConfiguration.class);

    static class OwnClock {

        @Bean
        TestClock clock() {
            return new TestClock();
        }
    }

    @EnableScheduling
    static class Jobs {

        private final CountDownLatch ran = new CountDownLatch(1);

        @Scheduled(cron = "* * * * * *")
        void run() {
            ran.countDown();
        }
    }

    @Test
    void limitsGoByTheTestClockOfTheApplication() {
        runner.withUserConfiguration(OwnClock.class).run(context -> {
            RateLimiter ride =
                    context.getBean(RateLimiters.class).declare("ride", RateLimit.of(1, Duration.ofSeconds(10)));
            ride.acquire();
            context.getBean(TestClock.class).advance("10s");
            assertThat(ride.tryAcquire()).isTrue();
        });
    }

    @Test
    void scheduledJobsGoByTheClockOfTheSystem() {
        runner.withUserConfiguration(Jobs.class)
                .run(context -> assertThat(context.getBean(Jobs.class).ran.await(20, TimeUnit.SECONDS))
                        .isTrue());
    }
}
