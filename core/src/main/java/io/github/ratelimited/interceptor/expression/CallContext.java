package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.interceptor.invocation.CallScope;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.util.List;
import java.util.Map;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;

/** What the expressions of one call see. Holds the call and borrows all else, so that it costs next to nothing. */
final class CallContext implements EvaluationContext {

    private final EvaluationContext shared;
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
        this.scope = scope;
        this.shared = shared;
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
                    invocation.getArguments()));
        }
        return root;
    }

    @Override
    public void setVariable(String name, @Nullable Object value) {
        throw new UnsupportedOperationException("Expressions of rate limits cannot set variable '" + name + "'");
    }

    @Override
    public boolean isAssignmentEnabled() {
        return false;
    }

    @Override
    public List<PropertyAccessor> getPropertyAccessors() {
        return shared.getPropertyAccessors();
    }

    @Override
    public List<ConstructorResolver> getConstructorResolvers() {
        return shared.getConstructorResolvers();
    }

    @Override
    public List<MethodResolver> getMethodResolvers() {
        return shared.getMethodResolvers();
    }

    @Override
    public @Nullable BeanResolver getBeanResolver() {
        return shared.getBeanResolver();
    }

    @Override
    public TypeLocator getTypeLocator() {
        return shared.getTypeLocator();
    }

    @Override
    public TypeConverter getTypeConverter() {
        return shared.getTypeConverter();
    }

    @Override
    public TypeComparator getTypeComparator() {
        return shared.getTypeComparator();
    }

    @Override
    public OperatorOverloader getOperatorOverloader() {
        return shared.getOperatorOverloader();
    }
}
