package io.github.ratelimited.interceptor.invocation;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Finds results that are not there yet when the method is done, so that what the call took is not known then. */
public final class AsyncResultTypes {

    private static final String WEB = "org.springframework.web.";

    private static final Set<String> LATE = Set.of(
            "java.util.concurrent.Future",
            "java.util.concurrent.Callable",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Flow$Publisher",
            WEB + "context.request.async.DeferredResult",
            WEB + "context.request.async.WebAsyncTask",
            WEB + "servlet.mvc.method.annotation.ResponseBodyEmitter",
            WEB + "servlet.mvc.method.annotation.StreamingResponseBody");

    private static final String ENTITY = "org.springframework.http.HttpEntity";

    private AsyncResultTypes() {}

    /** {@return the late part of a result, {@code null} if all is available when the method returns} */
    public static @Nullable Class<?> in(Method method, Class<?> userClass, ReturnKind kind) {
        return switch (kind.style()) {
            case SYNCHRONOUS -> within(ResolvableType.forMethodReturnType(method, userClass));
            case STAGE, REACTIVE ->
                within(ResolvableType.forMethodReturnType(method, userClass).getGeneric(0));
            case SUSPENDING -> {
                ResolvableType result =
                        ResolvableType.forType(new MethodParameter(method, -1).getGenericParameterType());
                yield within(kind.adapter() == null ? result : result.getGeneric(0));
            }
        };
    }

    private static @Nullable Class<?> within(ResolvableType type) {
        Class<?> resolved = type.resolve();
        if (resolved == null) {
            return null;
        }
        if (isLate(resolved)) {
            return resolved;
        }
        return Optional.class == resolved || isA(resolved, ENTITY) ? within(type.getGeneric(0)) : null;
    }

    private static boolean isLate(Class<?> type) {
        return LATE.stream().anyMatch(late -> isA(type, late))
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }

    /** By name, because the libraries of these types need not be there. */
    private static boolean isA(Class<?> type, String name) {
        Stream<Class<?>> classes = Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass);
        return Stream.concat(classes, Stream.of(ClassUtils.getAllInterfacesForClass(type)))
                .anyMatch(each -> each.getName().equals(name));
    }
}
