package io.github.ratelimited.test;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

/** Beans of the limits alone are no candidates for anyone else. */
@Configuration(proxyBeanMethods = false)
class TestClockConfiguration {

    /** Gives way to a clock of the application, which the limits go by then. */
    @Bean
    @Fallback
    TestClock rateLimitedTestClock() {
        return new TestClock();
    }

    @Bean(defaultCandidate = false)
    InstantSource rateLimitedClock(TestClock clock) {
        return clock::instant;
    }

    @Bean(defaultCandidate = false)
    Supplier<ScheduledExecutorService> rateLimitedTimer(TestClock clock) {
        return clock::timer;
    }

    @Bean
    UsedLimits rateLimitedUsedLimits() {
        return new UsedLimits();
    }
}
