package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.RateLimited;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * The annotations that limit a method.
 *
 * @param annotations in the order in which they are written, empty for a method without limits
 * @param onMethod whether they stand on a method, not on a class
 */
record LimitAnnotations(List<MergedAnnotation<RateLimited>> annotations, boolean onMethod) {

    static final LimitAnnotations NONE = new LimitAnnotations(List.of(), false);

    boolean isEmpty() {
        return annotations.isEmpty();
    }

    /** The method that carries the annotations, whose parameter names their expressions are written for. */
    @Nullable
    Method annotatedMethod() {
        return !isEmpty() && annotations.get(0).getSource() instanceof Method source ? source : null;
    }
}
