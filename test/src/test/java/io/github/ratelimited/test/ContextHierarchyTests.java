package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.ContextHierarchy;

/** A child context whose limiters are those of its parent; the second round finds nothing of the first. */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@ContextHierarchy({
    @ContextConfiguration(classes = ContextHierarchyTests.Above.class),
    @ContextConfiguration(classes = ContextHierarchyTests.Below.class)
})
@InProcessRateLimits
class ContextHierarchyTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Above {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Below {

        @Bean
        Calls calls() {
            return new Calls();
        }
    }

    static class Calls {

        @RateLimited(name = "calls", rate = 1, interval = "1m")
        public void call() {}
    }

    @Autowired
    private Calls calls;

    @Autowired
    private RateLimiters limiters;

    @Autowired
    private TestClock clock;

    @RepeatedTest(2)
    void countsByTheClockOfTheTest() {
        calls.call();
        assertThat(limiters.get("calls").availablePermits()).isZero();
        clock.advance("1m");
        assertThatNoException().isThrownBy(calls::call);
    }
}
