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
public interface SharedContext extends EvaluationContext {

    /** {@return resolvers that all calls share} */
    EvaluationContext shared();

    /** No root, unless a context has one. */
    @Override
    default TypedValue getRootObject() {
        return TypedValue.NULL;
    }

    @Override
    default void setVariable(String name, @Nullable Object value) {
        throw new UnsupportedOperationException("Expressions of rate limits cannot set variable '" + name + "'");
    }

    @Override
    default boolean isAssignmentEnabled() {
        return false;
    }

    @Override
    default List<PropertyAccessor> getPropertyAccessors() {
        return shared().getPropertyAccessors();
    }

    @Override
    default List<ConstructorResolver> getConstructorResolvers() {
        return shared().getConstructorResolvers();
    }

    @Override
    default List<MethodResolver> getMethodResolvers() {
        return shared().getMethodResolvers();
    }

    @Override
    default @Nullable BeanResolver getBeanResolver() {
        return shared().getBeanResolver();
    }

    @Override
    default TypeLocator getTypeLocator() {
        return shared().getTypeLocator();
    }

    @Override
    default TypeConverter getTypeConverter() {
        return shared().getTypeConverter();
    }

    @Override
    default TypeComparator getTypeComparator() {
        return shared().getTypeComparator();
    }

    @Override
    default OperatorOverloader getOperatorOverloader() {
        return shared().getOperatorOverloader();
    }
}
