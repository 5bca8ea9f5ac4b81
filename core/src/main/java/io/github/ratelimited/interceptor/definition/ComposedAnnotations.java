package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.RateLimited;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Refuses composed annotations that carry several limits and set their attributes: Spring would set those of the first
 * alone, and the others would silently keep theirs.
 */
final class ComposedAnnotations {

    private ComposedAnnotations() {}

    static void check(MergedAnnotation<RateLimited> found) {
        found.getMetaTypes().forEach(ComposedAnnotations::check);
    }

    private static void check(Class<?> composed) {
        long limits = MergedAnnotations.from(composed).stream(RateLimited.class).count();
        if (limits > 1 && Arrays.stream(composed.getDeclaredMethods()).anyMatch(ComposedAnnotations::isAlias)) {
            throw new IllegalArgumentException("@" + composed.getSimpleName() + " carries " + limits
                    + " rate limits and sets attributes with @AliasFor, which cannot say of which limit; give it one");
        }
    }

    private static boolean isAlias(AnnotatedElement attribute) {
        AliasFor alias = attribute.getAnnotation(AliasFor.class);
        return alias != null && alias.annotation() == RateLimited.class;
    }
}
