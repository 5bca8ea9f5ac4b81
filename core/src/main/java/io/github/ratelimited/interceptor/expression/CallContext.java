package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.TypedValue;

/** What the expressions of one call see. Holds the call and borrows all else, so that it costs next to nothing. */
public record CallContext(EvaluationContext shared, Variables variables, CallScope scope, MethodInvocation invocation)
        implements SharedContext {

    @Override
    public @Nullable Object lookupVariable(String name) {
        Integer index = variables.indexes().get(name);
        return index != null ? invocation.getArguments()[index] : scope.find(name);
    }

    @Override
    public TypedValue getRootObject() {
        return new TypedValue(new CallRoot(
                invocation.getMethod(),
                invocation.getThis(),
                TargetClasses.userClass(TargetClasses.of(invocation)),
                invocation.getArguments().clone()));
    }
}
