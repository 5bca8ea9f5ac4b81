package io.github.ratelimited.test;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests without Spring a {@link TestClock} and {@link RateLimiters} that decide by it, as parameters of their
 * methods or constructors, new ones for each test. Stages of waiting calls complete on the thread that moves the clock. With one
 * instance for all tests of a class (PER_CLASS) take them as parameters of methods: its constructor gets others.
 */
public final class RateLimitsExtension implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(RateLimitsExtension.class);

    /** Made by JUnit. */
    public RateLimitsExtension() {}

    /** Constructors get the clock of the test too; without this JUnit would pass the context of the class. */
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
