package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotationPredicates;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Finds the annotations of a method on the first of five places that has any: the most specific method, the invoked
 * method, the same method of an interface of the target class, the target class, the class that declares the invoked
 * method. Places are never merged.
 */
public final class AnnotationLookup {

    private AnnotationLookup() {}

    static LimitAnnotations find(Method invoked, Method specific, Class<?> targetClass) {
        LimitAnnotations source = on(specific, true);
        if (source.isEmpty() && !invoked.equals(specific)) {
            source = on(invoked, true);
        }
        if (source.isEmpty() && specific.getDeclaringClass() != targetClass) {
            source = onInterfaces(specific, targetClass);
        }
        if (!source.isEmpty()) {
            return source;
        }
        source = on(targetClass, false);
        if (source.isEmpty() && invoked.getDeclaringClass() != targetClass) {
            source = on(invoked.getDeclaringClass(), false);
        }
        return source.isEmpty() || ClassCoverage.covers(specific, targetClass) ? source : LimitAnnotations.NONE;
    }

    /** Whether an annotation on the class applies to no method of it. */
    public static boolean standsForNothing(Class<?> type) {
        MetadataLookup<Boolean> covered = method -> ClassCoverage.covers(method, type) ? true : null;
        return !on(type, false).isEmpty()
                && MethodIntrospector.selectMethods(type, covered).isEmpty();
    }

    /** The class may inherit the method from one that knows nothing of the interface. */
    private static LimitAnnotations onInterfaces(Method specific, Class<?> targetClass) {
        return TargetClasses.onInterfaces(specific, targetClass, ClassUtils.getAllInterfacesForClass(targetClass))
                .map(method -> on(method, true))
                .filter(source -> !source.isEmpty())
                .findFirst()
                .orElse(LimitAnnotations.NONE);
    }

    private static LimitAnnotations on(AnnotatedElement element, boolean onMethod) {
        List<MergedAnnotation<RateLimited>> all = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).stream(
                        RateLimited.class)
                .toList();
        all.forEach(found -> found.getMetaTypes().forEach(AnnotationLookup::requireOneLimit));
        return new LimitAnnotations(
                all.stream()
                        .filter(AnnotationLookup::isWritten)
                        .filter(MergedAnnotationPredicates.firstRunOf(MergedAnnotation::getAggregateIndex))
                        .toList(),
                onMethod);
    }

    /** Compilers repeat what is on a method on its bridges, which a method that returns a narrower type has. */
    private static boolean isWritten(MergedAnnotation<RateLimited> found) {
        return !(found.getSource() instanceof Method method && method.isBridge());
    }

    /**
     * Refuses a composed annotation that carries several limits and sets their attributes: Spring would set those of the
     * first alone, and the others would silently keep theirs.
     */
    private static void requireOneLimit(Class<?> composed) {
        long limits = MergedAnnotations.from(composed).stream(RateLimited.class).count();
        if (limits > 1 && Arrays.stream(composed.getDeclaredMethods()).anyMatch(AnnotationLookup::isAlias)) {
            throw new IllegalArgumentException("@" + composed.getSimpleName() + " carries " + limits
                    + " rate limits and sets attributes with @AliasFor, which cannot say of which limit; give it one");
        }
    }

    private static boolean isAlias(AnnotatedElement attribute) {
        AliasFor alias = attribute.getAnnotation(AliasFor.class);
        return alias != null && alias.annotation() == RateLimited.class;
    }
}
