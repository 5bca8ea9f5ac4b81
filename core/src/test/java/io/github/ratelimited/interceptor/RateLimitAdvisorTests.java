package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.RateLimitAdvisor.LimitedMethods;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class RateLimitAdvisorTests {

    static class Free {

        public void call() {}
    }

    static class Limited {

        @RateLimited(name = "limited", rate = 1, interval = "1s")
        public void call() {}
    }

    static final class Closed {

        @RateLimited(name = "closed", rate = 1, interval = "1s")
        public void call() {}
    }

    private final LimitedMethods pointcut =
            new LimitedMethods(new RateLimitedMethods(new DefaultListableBeanFactory(), () -> {
                throw new IllegalStateException("asked for");
            }));

    @Test
    void takesClassesWithLimitsThatCanHaveAProxyAndAsksForNoSettings() throws Exception {
        assertThat(pointcut.getClassFilter().matches(Free.class)).isFalse();
        assertThat(pointcut.getClassFilter().matches(Closed.class)).isFalse();
        assertThat(pointcut.getClassFilter().matches(Limited.class)).isTrue();
        assertThat(pointcut.matches(Limited.class.getMethod("call"), Limited.class))
                .isTrue();
    }
}
