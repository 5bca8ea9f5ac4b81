package io.github.ratelimited.test;

import java.util.concurrent.ScheduledExecutorService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

@Configuration(proxyBeanMethods = false)
class TestClockConfiguration {

    /** Gives way to a clock of the application, which has it for other ends. */
    @Bean
    @Fallback
    TestClock rateLimitedClock() {
        return new TestClock();
    }

    /** No candidate for anyone else: an application's own scheduler must not become this one. */
    @Bean(defaultCandidate = false)
    ScheduledExecutorService rateLimitedTimer(TestClock clock) {
        return clock.timer();
    }
}
