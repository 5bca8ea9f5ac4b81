package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.definition.MethodLimitReader.MethodFacts;
import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.fallback.FallbackSignature;
import io.github.ratelimited.interceptor.invocation.KotlinNames;
import io.github.ratelimited.interceptor.invocation.ReturnKind;
import io.github.ratelimited.interceptor.invocation.ReturnKinds;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import io.github.ratelimited.interceptor.invocation.ThreadScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.util.StringValueResolver;

/** Reads the limits of a method. Mistakes become findings, so that all of them can be reported at once. */
final class LimitedMethodReader {

    private final StringValueResolver placeholders;
    private final ReturnKinds returnKinds;
    private final MethodLimitReader limits;

    LimitedMethodReader(StringValueResolver placeholders, ReturnKinds returnKinds, MethodLimitReader limits) {
        this.returnKinds = returnKinds;
        this.placeholders = placeholders;
        this.limits = limits;
    }

    /** Whether there are limits to read, which needs no settings: placeholders in them may have no value yet. */
    boolean isLimited(Method method, Class<?> targetClass) {
        Class<?> userClass = TargetClasses.userClass(targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        LimitAnnotations source =
                new FindingCollector("").attempt(() -> AnnotationLookup.find(method, specific, userClass));
        return source == null || isLimited(source, specific, userClass);
    }

    LimitedMethod read(Method method, Class<?> targetClass) {
        // The place, which needs all methods of the class, is for the few that are limited.
        if (!isLimited(method, targetClass)) {
            return LimitedMethod.NONE;
        }
        Class<?> userClass = TargetClasses.userClass(targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        FindingCollector problems = new FindingCollector(LimiterNames.place(specific, userClass));
        LimitAnnotations source = problems.attempt(() -> AnnotationLookup.find(method, specific, userClass));
        return source != null
                ? read(source, specific, userClass, problems)
                : new LimitedMethod(
                        problems.place(),
                        List.of(),
                        KnownVariables.NONE,
                        false,
                        ReturnKind.SYNCHRONOUS,
                        problems.findings());
    }

    private LimitedMethod read(
            LimitAnnotations source, Method specific, Class<?> userClass, FindingCollector problems) {
        KnownVariables variables = KnownVariables.of(specific, source.annotatedMethod());
        ReturnKind kind = problems.attempt(
                () -> returnKinds.of(specific, userClass), "Return another type, or limit another method");
        List<ResolvedAnnotation> annotated = source.annotations().stream()
                .map(annotation -> new ResolvedAnnotation(annotation, placeholders))
                .toList();
        List<String> names = names(annotated, specific, userClass, problems);
        MethodFacts method = new MethodFacts(new FallbackSignature(specific, userClass), variables, kind, problems);
        List<MethodLimit> found = new ArrayList<>();
        for (int i = 0; i < annotated.size(); i++) {
            MethodLimit limit = limits.read(annotated.get(i), names.get(i), method);
            if (limit != null) {
                found.add(limit);
            }
        }
        if (problems.count() == 0) {
            FallbackCheck.requireOneEach(annotated, names, problems);
        }
        return new LimitedMethod(
                problems.place(),
                List.copyOf(found),
                variables,
                found.stream().anyMatch(limit -> limit.usesAnyOf(ThreadScope.NAMES, variables)),
                kind != null ? kind : ReturnKind.SYNCHRONOUS,
                problems.findings());
    }

    private boolean isLimited(LimitAnnotations source, Method specific, Class<?> userClass) {
        return !source.isEmpty() && !isFallback(source, specific, userClass);
    }

    /** Whether an annotation on the class applies to all methods but this one, which stands in for another. */
    private boolean isFallback(LimitAnnotations source, Method method, Class<?> userClass) {
        return !source.onMethod()
                && MethodIntrospector.selectMethods(
                                        userClass,
                                        (Method other) -> names(other, userClass, method)
                                                && new FallbackSignature(other, userClass).fits(method))
                                .size()
                        > 0;
    }

    private boolean names(Method limited, Class<?> userClass, Method fallback) {
        // What is wrong is a finding of that method.
        return Boolean.TRUE.equals(new FindingCollector("")
                .attempt(() -> AnnotationLookup.find(limited, limited, userClass).annotations().stream()
                        .map(annotation -> new ResolvedAnnotation(annotation, placeholders).text("fallback"))
                        .anyMatch(name -> KotlinNames.matches(fallback, name))));
    }

    private static List<String> names(
            List<ResolvedAnnotation> annotated, Method method, Class<?> userClass, FindingCollector problems) {
        List<String> names = new ArrayList<>();
        for (ResolvedAnnotation limit : annotated) {
            String name = problems.attempt(() -> LimiterNames.checked(limit.text("name")));
            names.add(name != null ? name : "invalid");
        }
        return LimiterNames.complete(names, method, userClass);
    }
}
