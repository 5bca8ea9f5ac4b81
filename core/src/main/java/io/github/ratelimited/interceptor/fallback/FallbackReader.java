package io.github.ratelimited.interceptor.fallback;

import io.github.ratelimited.interceptor.invocation.KotlinNames;
import io.github.ratelimited.interceptor.invocation.ReturnTypes;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ReflectionUtils;

/** Finds the fallback that an annotation names. */
public final class FallbackReader {

    private final ConfigurableBeanFactory beanFactory;

    public FallbackReader(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * The fallback, or {@code null} for empty text.
     *
     * @throws IllegalArgumentException when no such method can answer for the limited one
     */
    @Nullable
    public Fallback read(String text, FallbackSignature signature) {
        if (text.isEmpty()) {
            return null;
        }
        if (!text.startsWith("@")) {
            return fallback(text, text, signature, signature.userClass(), null);
        }
        int dot = text.lastIndexOf('.');
        if (dot < 2 || dot == text.length() - 1) {
            throw new IllegalArgumentException("fallback '" + text + "' must be a method or @bean.method");
        }
        String bean = text.substring(1, dot);
        if (!beanFactory.containsBean(bean)) {
            throw new IllegalArgumentException("fallback '" + text + "' names the unknown bean '" + bean + "'");
        }
        return fallback(text, text.substring(dot + 1), signature, type(text, bean), bean);
    }

    private Class<?> type(String text, String bean) {
        Class<?> type = beanFactory.getType(bean, false);
        if (type == null) {
            throw new IllegalArgumentException(
                    "fallback '" + text + "' names the bean '" + bean + "', whose class is not known at startup");
        }
        return TargetClasses.userClass(type);
    }

    private Fallback fallback(
            String text, String name, FallbackSignature signature, Class<?> type, @Nullable String bean) {
        Method method = method(text, name, signature, type);
        if (!signature.returnsTheSame(method, type)) {
            throw new IllegalArgumentException("fallback '" + text + "' returns "
                    + ReturnTypes.resolve(method, type).getTypeName() + ", which is no "
                    + ReturnTypes.resolve(signature.limited(), signature.userClass())
                            .getTypeName());
        }
        if (bean != null && Modifier.isPrivate(method.getModifiers())) {
            throw new IllegalArgumentException("fallback '" + text + "' is private in another bean");
        }
        return new Fallback(
                method,
                signature.takesException(method) ? signature.exceptionIndex() : -1,
                bean == null ? null : () -> beanFactory.getBean(bean));
    }

    private static Method method(String text, String name, FallbackSignature signature, Class<?> type) {
        List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type))
                .filter(method -> KotlinNames.matches(method, name) && !method.isBridge())
                .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException(
                    "fallback '" + text + "' is missing: " + type.getName() + " has no method '" + name + "'");
        }
        if (named.equals(List.of(signature.limited()))) {
            throw new IllegalArgumentException("fallback '" + text + "' is the limited method itself");
        }
        return named.stream()
                .filter(signature::fits)
                .max(Comparator.comparing(signature::takesException).thenComparing(FallbackReader::types))
                .orElseThrow(() -> new IllegalArgumentException("fallback '" + text + "' must have the parameters "
                        + signature + ", but "
                        + named.stream().map(FallbackSignature::text).sorted().collect(Collectors.joining(", "))
                        + " has others"));
    }

    /** Orders overloads in the same way on every JVM. */
    private static String types(Method method) {
        return Arrays.toString(method.getParameterTypes());
    }
}
