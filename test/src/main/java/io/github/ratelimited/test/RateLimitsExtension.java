package io.github.ratelimited.test;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests without Spring a {@link TestClock} and {@link RateLimiters} that decide by it, as parameters of their
 * methods or constructors, anew for each test. What limiters complete they complete on the thread that moves the clock.
 */
public final class RateLimitsExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(RateLimitsExtension.class);

    /** Made by JUnit. */
    public RateLimitsExtension() {}

    /** That of the test also for constructors, where JUnit otherwise gives that of the class. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestClock.class || type == RateLimiters.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Limits limits =
                context.getStore(NAMESPACE).computeIfAbsent(context.getUniqueId(), test -> new Limits(), Limits.class);
        return parameter.getParameter().getType() == TestClock.class ? limits.clock : limits.limiters;
    }

    private static final class Limits implements AutoCloseable {

        private final TestClock clock = new TestClock();
        private final RateLimiters limiters = LocalRateLimiters.builder()
                .clock(clock)
                .timer(clock.timer())
                .executor(Runnable::run)
                .build();

        @Override
        public void close() {
            limiters.close();
        }
    }
}
