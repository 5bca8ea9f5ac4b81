package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.definition.MethodLimitReader.MethodFacts;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which variables {@code settle} may use: those of the call, and what is known of its end. */
final class SettleVariables {

    private static final Set<String> OF_ONE_VALUE = Set.of(CallEnd.RESULT, CallEnd.ERROR);

    private SettleVariables() {}

    static KnownVariables of(MethodFacts method) {
        Class<?> returned = method.signature().limited().getReturnType();
        return method.variables().with(atEnd(returned, method.kind()));
    }

    private static Set<String> atEnd(Class<?> returned, @Nullable ReturnKind kind) {
        if (returned == void.class) {
            return Set.of(CallEnd.ERROR);
        }
        return kind == null || kind.isMultiValue() ? CallEnd.OF_METHODS : OF_ONE_VALUE;
    }
}
