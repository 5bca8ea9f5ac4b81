package io.github.ratelimited.interceptor.expression;

import java.util.List;
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

/** A context that borrows all but its root and its variables, so that making one for each call costs next to nothing. */
public abstract class SharedContext implements EvaluationContext {

    private final EvaluationContext shared;

    /**
     * Makes a context.
     *
     * @param shared resolvers that all calls share
     */
    protected SharedContext(EvaluationContext shared) {
        this.shared = shared;
    }

    /** No root, unless a context has one. */
    @Override
    public TypedValue getRootObject() {
        return TypedValue.NULL;
    }

    @Override
    public final void setVariable(String name, @Nullable Object value) {
        throw new UnsupportedOperationException("Expressions of rate limits cannot set variable '" + name + "'");
    }

    @Override
    public final boolean isAssignmentEnabled() {
        return false;
    }

    @Override
    public final List<PropertyAccessor> getPropertyAccessors() {
        return shared.getPropertyAccessors();
    }

    @Override
    public final List<ConstructorResolver> getConstructorResolvers() {
        return shared.getConstructorResolvers();
    }

    @Override
    public final List<MethodResolver> getMethodResolvers() {
        return shared.getMethodResolvers();
    }

    @Override
    public final @Nullable BeanResolver getBeanResolver() {
        return shared.getBeanResolver();
    }

    @Override
    public final TypeLocator getTypeLocator() {
        return shared.getTypeLocator();
    }

    @Override
    public final TypeConverter getTypeConverter() {
        return shared.getTypeConverter();
    }

    @Override
    public final TypeComparator getTypeComparator() {
        return shared.getTypeComparator();
    }

    @Override
    public final OperatorOverloader getOperatorOverloader() {
        return shared.getOperatorOverloader();
    }
}
