package io.github.ratelimited.interceptor.invocation;

import java.lang.reflect.Method;
import java.lang.reflect.WildcardType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Distinguishes methods that are done when they return from those that go on afterwards. */
public final class ReturnKinds {

    private final boolean reactor;
    private final boolean coroutines;

    public ReturnKinds(@Nullable ClassLoader classLoader) {
        this.reactor = ClassUtils.isPresent("reactor.core.publisher.Flux", classLoader);
        this.coroutines = reactor && ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", classLoader);
    }

    /**
     * The kind of result of a method. A plain {@code Future} counts as done.
     *
     * @throws IllegalArgumentException when the method cannot be limited
     */
    public ReturnKind of(Method method, Class<?> userClass) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return suspending(method, resolve(method, userClass));
        }
        Class<?> type = resolve(method, userClass);
        if (CompletionStage.class.isAssignableFrom(type)) {
            require(type.isAssignableFrom(CompletableFuture.class), type, "CompletionStage or CompletableFuture");
            return ReturnKind.STAGE;
        }
        boolean flow = Flow.Publisher.class.isAssignableFrom(type);
        if (!flow && isOfJdk(type)) {
            return ReturnKind.SYNCHRONOUS;
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        if (adapter == null && !flow) {
            return ReturnKind.SYNCHRONOUS;
        }
        if (adapter == null || !reactor) {
            throw new IllegalArgumentException(
                    "its return type " + type.getName() + " is reactive, which needs reactor-core on the class path");
        }
        Class<?> made = adapter.getReactiveType();
        require(type.isAssignableFrom(made), type, made.getSimpleName());
        return new ReturnKind(CallStyle.REACTIVE, adapter);
    }

    /**
     * Saves a fifth of a second of {@code start_up_ms_added} with a first call. The registry need not be asked about these
     * types, and making it loads hundreds of classes of Reactor and RxJava.
     */
    private static boolean isOfJdk(Class<?> type) {
        return type.isPrimitive() || type.isArray() || type.getName().startsWith("java.");
    }

    /** The class of what a method returns; of a suspending function what it gives in Kotlin. */
    public static Class<?> resolve(Method method, Class<?> userClass) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return onlyFails(method) ? Void.class : new MethodParameter(method, -1).getParameterType();
        }
        return ResolvableType.forMethodReturnType(method, userClass).resolve(method.getReturnType());
    }

    /** Whether a function of Kotlin returns {@code Nothing}, which every type allows. */
    public static boolean onlyFails(Method method) {
        if (!KotlinDetector.isSuspendingFunction(method)) {
            return method.getReturnType() == Void.class && KotlinDetector.isKotlinType(method.getDeclaringClass());
        }
        ResolvableType caller = ResolvableType.forMethodParameter(method, method.getParameterCount() - 1);
        return caller.getGeneric().getType() instanceof WildcardType result && result.getLowerBounds().length == 0;
    }

    private ReturnKind suspending(Method method, Class<?> type) {
        if (onlyFails(method)) {
            throw new IllegalArgumentException(
                    "it is a suspending function that returns Nothing, which no proxy of Spring can call");
        }
        if (!coroutines || !KotlinDetector.isKotlinReflectPresent()) {
            throw new IllegalArgumentException("it is a suspending function, which needs reactor-core,"
                    + " kotlinx-coroutines-reactor and kotlin-reflect on the class path");
        }
        return new ReturnKind(
                CallStyle.SUSPENDING,
                ReactiveAdapterRegistry.getSharedInstance().getAdapter(type));
    }

    private static void require(boolean makeable, Class<?> type, String instead) {
        if (!makeable) {
            throw new IllegalArgumentException("its return type " + type.getName()
                    + " is asynchronous and of a kind that only the method itself can make; return " + instead);
        }
    }
}
