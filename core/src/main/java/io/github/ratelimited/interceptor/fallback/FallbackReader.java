package io.github.ratelimited.interceptor.fallback;

import io.github.ratelimited.interceptor.invocation.KotlinNames;
import io.github.ratelimited.interceptor.invocation.ReturnKinds;
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
        try {
            return text.isEmpty() ? null : find(text, signature);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("fallback '" + text + "' " + ex.getMessage(), ex);
        }
    }

    private Fallback find(String text, FallbackSignature signature) {
        if (!text.startsWith("@")) {
            return fallback(text, signature, signature.userClass(), null);
        }
        int dot = text.lastIndexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("must be a method or @bean.method");
        }
        String bean = text.substring(1, dot);
        if (!beanFactory.containsBean(bean)) {
            throw new IllegalArgumentException("names the unknown bean '" + bean + "'");
        }
        return fallback(text.substring(dot + 1), signature, type(bean), bean);
    }

    private Class<?> type(String bean) {
        Class<?> type = beanFactory.getType(bean, false);
        if (type == null) {
            throw new IllegalArgumentException("names the bean '" + bean + "', whose class is not known at startup");
        }
        return TargetClasses.userClass(type);
    }

    private Fallback fallback(String name, FallbackSignature signature, Class<?> type, @Nullable String bean) {
        Method method = method(name, signature, type);
        if (!signature.returnsTheSame(method, type)) {
            throw new IllegalArgumentException(
                    "returns " + ReturnKinds.resolve(method, type).getTypeName() + ", which is no "
                            + ReturnKinds.resolve(signature.limited(), signature.userClass())
                                    .getTypeName());
        }
        if (bean != null && Modifier.isPrivate(method.getModifiers())) {
            throw new IllegalArgumentException("is private in another bean");
        }
        return new Fallback(
                method,
                signature.takesException(method) ? signature.exceptionIndex() : -1,
                bean == null ? null : () -> beanFactory.getBean(bean));
    }

    private static Method method(String name, FallbackSignature signature, Class<?> type) {
        List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type))
                .filter(method -> KotlinNames.matches(method, name) && !isMadeByACompiler(method))
                .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("is missing: " + type.getName() + " has no method '" + name + "'");
        }
        if (named.equals(List.of(signature.limited()))) {
            throw new IllegalArgumentException("is the limited method itself");
        }
        List<Method> fitting = named.stream().filter(signature::fits).toList();
        return fitting.stream()
                .max(Comparator.comparing(signature::takesException)
                        .thenComparing(signature::takesTheSame)
                        .thenComparing(method -> FallbackSignature.narrowness(method, fitting))
                        .thenComparing(FallbackReader::types))
                .orElseThrow(() -> new IllegalArgumentException("must have the parameters " + signature + ", but "
                        + named.stream().map(FallbackSignature::text).sorted().collect(Collectors.joining(", "))
                        + " has others"));
    }

    /** Also a default function of a Kotlin interface is a bridge in the classes that inherit it, but not a synthetic one. */
    private static boolean isMadeByACompiler(Method method) {
        return method.isBridge() && method.isSynthetic();
    }

    /** Orders overloads in the same way on every JVM. */
    private static String types(Method method) {
        return Arrays.toString(method.getParameterTypes());
    }
}
