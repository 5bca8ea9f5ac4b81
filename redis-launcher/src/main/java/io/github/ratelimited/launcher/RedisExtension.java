package io.github.ratelimited.launcher;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link Redis#shared() shared Redis} as a parameter of type {@link Redis}, in constructors, test methods
 * and lifecycle methods. Without any Redis the test fails. Keys of other test classes are there too.
 */
public final class RedisExtension implements ParameterResolver {

    /** Called by JUnit. */
    public RedisExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Redis.class;
    }

    @Override
    public Redis resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Redis.shared();
    }
}
