package io.github.ratelimited.web;

import io.github.ratelimited.RateLimitExceededException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** The exceptions of the library that advices of the application handle by name, not by a type of others. */
final class NamedExceptions {

    private static final String OURS = RateLimitExceededException.class.getPackageName();

    private NamedExceptions() {}

    static boolean contain(Class<?> exception, ListableBeanFactory beans) {
        return Stream.of(BeanFactoryUtils.beanNamesForAnnotationIncludingAncestors(beans, ControllerAdvice.class))
                .anyMatch(advice -> names(beans.getType(advice), exception));
    }

    private static boolean names(@Nullable Class<?> advice, Class<?> exception) {
        return advice != null
                && !RateLimitAdvice.class.isAssignableFrom(advice)
                && handlers(ClassUtils.getUserClass(advice)).stream()
                        .flatMap(NamedExceptions::named)
                        .anyMatch(named -> named.isAssignableFrom(exception)
                                && named.getPackageName().equals(OURS));
    }

    private static Set<Method> handlers(Class<?> advice) {
        MethodFilter annotated = method -> AnnotatedElementUtils.hasAnnotation(method, ExceptionHandler.class);
        return MethodIntrospector.selectMethods(advice, annotated);
    }

    private static Stream<Class<?>> named(Method handler) {
        ExceptionHandler annotation = AnnotatedElementUtils.findMergedAnnotation(handler, ExceptionHandler.class);
        Class<?>[] named = annotation == null ? new Class<?>[0] : annotation.exception();
        return Arrays.stream(named.length > 0 ? named : handler.getParameterTypes());
    }
}
