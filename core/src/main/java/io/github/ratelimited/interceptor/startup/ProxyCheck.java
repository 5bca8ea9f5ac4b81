package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.RateLimitAdvisor;
import io.github.ratelimited.interceptor.definition.ClassCoverage;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * What keeps the proxy of a bean from limiting its methods.
 *
 * @param instance the bean, {@code null} where there is none yet
 * @param ofClass whether a bean that is not there yet gets a proxy of its class, even if it has interfaces
 */
record ProxyCheck(String name, Class<?> userClass, @Nullable Object instance, boolean ofClass) {

    /** Why calls of a method go past the aspect, or {@code null} when they do not. */
    @Nullable
    Finding obstacle(Method method, String place) {
        if (ClassCoverage.isBeanMethod(method)) {
            return new Finding(
                    "It is a @Bean method, which makes a bean and serves no calls",
                    place,
                    "Put the annotation on the class of the bean or on its methods");
        }
        if (ClassCoverage.isAnnotatedCallback(method)) {
            return new Finding(
                    "The container calls this method on the bean itself, so it cannot be limited",
                    place,
                    "Limit a method that other beans call");
        }
        if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
            return new Finding(
                    "It is " + (Modifier.isStatic(method.getModifiers()) ? "static" : "private")
                            + ", so no proxy can intercept it",
                    place,
                    "Make it a public method of the bean");
        }
        return AopUtils.isJdkDynamicProxy(instance) ? interfaceObstacle(method, place) : classObstacle(method, place);
    }

    private @Nullable Finding interfaceObstacle(Method method, String place) {
        return instance != null && anyHas(instance.getClass().getInterfaces(), method)
                ? null
                : new Finding(
                        "Bean '" + name + "' is a JDK proxy, and no interface of it has the method",
                        place,
                        "Put the method into an interface or let Spring proxy the class");
    }

    private boolean anyHas(Class<?>[] interfaces, Method method) {
        return TargetClasses.onInterfaces(method, userClass, interfaces)
                .findAny()
                .isPresent();
    }

    private @Nullable Finding classObstacle(Method method, String place) {
        boolean finalMethod = Modifier.isFinal(method.getModifiers());
        boolean isFinal = finalMethod || Modifier.isFinal(userClass.getModifiers());
        boolean reachable =
                instance == null && !ofClass && anyHas(ClassUtils.getAllInterfacesForClass(userClass), method);
        return isFinal && !reachable
                ? new Finding(
                        "The " + (finalMethod ? "method" : "class") + " is final, so no proxy can intercept it",
                        place,
                        action(method))
                : null;
    }

    /** A class may inherit the method from a library, whose code is not its own. */
    private String action(Method method) {
        if (method.getDeclaringClass() != userClass && Modifier.isFinal(method.getModifiers())) {
            return "Remove final in " + method.getDeclaringClass().getName()
                    + ", or put the annotation on the methods to limit instead of the class";
        }
        return KotlinDetector.isKotlinType(userClass)
                ? "Write open, or use the compiler plugin kotlin-spring"
                : "Remove final";
    }

    /** Whether the bean exists but its proxy lacks our advisor. */
    boolean isUnguarded() {
        Object proxy = instance;
        while (proxy instanceof Advised advised) {
            if (Arrays.stream(advised.getAdvisors()).anyMatch(RateLimitAdvisor.class::isInstance)) {
                return false;
            }
            proxy = AopProxyUtils.getSingletonTarget(advised);
        }
        // An opaque proxy cannot be inspected.
        return proxy != null && !(proxy instanceof SpringProxy);
    }

    Finding unguarded() {
        return new Finding(
                "Limits of bean '" + name + "' have no effect, because it was created before beans get their proxies,"
                        + " or was registered as an object",
                userClass.getName(),
                "Keep the bean out of the dependencies of every BeanPostProcessor, BeanFactoryPostProcessor and Advisor,"
                        + " register its class instead of an object, or remove the annotation");
    }
}
