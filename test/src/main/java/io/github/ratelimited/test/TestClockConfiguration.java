package io.github.ratelimited.test;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

/** Beans of the limits alone are no candidates for anyone else. */
@Configuration(proxyBeanMethods = false)
class TestClockConfiguration {

    /** Gives way to a clock of the application, which the limits go by then. A hierarchy of contexts has one clock. */
    @Bean
    @Fallback
    TestClock rateLimitedTestClock(BeanFactory beans) {
        return ofParent(beans, TestClock.class, TestClock::new);
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
    UsedLimits rateLimitedUsedLimits(BeanFactory beans) {
        return ofParent(beans, UsedLimits.class, UsedLimits::new);
    }

    private static <T> T ofParent(BeanFactory beans, Class<T> type, Supplier<T> none) {
        BeanFactory parent = beans instanceof HierarchicalBeanFactory child ? child.getParentBeanFactory() : null;
        return parent == null ? none.get() : parent.getBeanProvider(type).getIfAvailable(none);
    }
}
