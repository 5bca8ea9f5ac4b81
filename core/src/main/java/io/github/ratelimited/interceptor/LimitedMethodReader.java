package io.github.ratelimited.interceptor;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.StringValueResolver;

/** Reads the limits of a method. Mistakes become findings, so that all of them can be told at once. */
final class LimitedMethodReader {

    private final StringValueResolver placeholders;
    private final MethodLimitReader limits;

    LimitedMethodReader(StringValueResolver placeholders, MethodLimitReader limits) {
        this.placeholders = placeholders;
        this.limits = limits;
    }

    LimitedMethod read(Method method, Class<?> targetClass) {
        if (method.getDeclaringClass() == Object.class) {
            return LimitedMethod.NONE;
        }
        Class<?> userClass = TargetClasses.userClass(targetClass);
        Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
        Problems problems = new Problems(LimiterNames.place(specific, userClass));
        @Nullable AnnotationSource source = problems.attempt(() -> AnnotationLookup.find(method, specific, userClass));
        if (source == null) {
            return new LimitedMethod(problems.place(), List.of(), Variables.NONE, problems.findings(), true);
        }
        return source.isEmpty() ? LimitedMethod.NONE : read(source, specific, userClass, problems);
    }

    private LimitedMethod read(AnnotationSource source, Method specific, Class<?> userClass, Problems problems) {
        Variables variables = Variables.of(specific, source.annotatedMethod());
        if (ReturnTypes.isAsynchronous(specific, userClass)) {
            problems.add(
                    "its return type " + specific.getReturnType().getName()
                            + " is asynchronous, which cannot be served",
                    "Limit a method that is done when it returns");
        }
        List<AnnotatedLimit> annotated = source.annotations().stream()
                .map(annotation -> new AnnotatedLimit(annotation, placeholders))
                .toList();
        List<String> names = names(annotated, specific, userClass, problems);
        List<MethodLimit> found = new ArrayList<>();
        for (int i = 0; i < annotated.size(); i++) {
            @Nullable MethodLimit limit = limits.read(annotated.get(i), names.get(i), variables, problems);
            if (limit != null) {
                found.add(limit);
            }
        }
        return new LimitedMethod(
                problems.place(), List.copyOf(found), variables, problems.findings(), source.onMethod());
    }

    private static List<String> names(
            List<AnnotatedLimit> annotated, Method method, Class<?> userClass, Problems problems) {
        List<String> names = new ArrayList<>();
        for (AnnotatedLimit limit : annotated) {
            @Nullable String name = problems.attempt(() -> LimiterNames.checked(limit.text("name")));
            names.add(name != null ? name : "invalid");
        }
        return LimiterNames.complete(names, method, userClass);
    }
}
