package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.util.Map;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.TypedValue;

/** What the expressions of one call see. Holds the call and borrows all else, so that it costs next to nothing. */
final class CallContext extends SharedContext {

    private final Map<String, Integer> variables;
    private final CallScope scope;
    private final MethodInvocation invocation;
    private @Nullable TypedValue root;

    /**
     * Makes the context of a call.
     *
     * @param shared resolvers that all calls share
     * @param variables index of the argument that a variable stands for
     * @param scope values of variables that stand for no argument
     * @param invocation the call
     */
    CallContext(
            EvaluationContext shared, Map<String, Integer> variables, CallScope scope, MethodInvocation invocation) {
        super(shared);
        this.scope = scope;
        this.variables = variables;
        this.invocation = invocation;
    }

    @Override
    public @Nullable Object lookupVariable(String name) {
        @Nullable Integer index = variables.get(name);
        return index != null ? invocation.getArguments()[index] : scope.find(name);
    }

    @Override
    public TypedValue getRootObject() {
        if (root == null) {
            root = new TypedValue(new CallRoot(
                    invocation.getMethod(),
                    invocation.getThis(),
                    TargetClasses.userClass(TargetClasses.of(invocation)),
                    invocation.getArguments().clone()));
        }
        return root;
    }
}
