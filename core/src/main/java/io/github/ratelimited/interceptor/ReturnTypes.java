package io.github.ratelimited.interceptor;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

/** Tells methods that are done when they return from those that go on afterwards. */
final class ReturnTypes {

    private ReturnTypes() {}

    static boolean isAsynchronous(Method method, Class<?> userClass) {
        Class<?> type = ResolvableType.forMethodReturnType(method, userClass).resolve(method.getReturnType());
        return KotlinDetector.isSuspendingFunction(method)
                || CompletionStage.class.isAssignableFrom(type)
                || Flow.Publisher.class.isAssignableFrom(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }
}
