package io.github.ratelimited.interceptor.definition;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Which methods an annotation on a class applies to: those that are the work of the bean, not those that the container
 * calls around it.
 */
public final class ClassCoverage {

    private static final List<Class<?>> LIFECYCLE = List.of(
            InitializingBean.class,
            DisposableBean.class,
            SmartInitializingSingleton.class,
            Lifecycle.class,
            SmartLifecycle.class,
            Phased.class,
            Ordered.class,
            FactoryBean.class,
            AutoCloseable.class);

    /** Whose interfaces have default methods that an application does not write. */
    private static final List<String> LIBRARIES = List.of("java.", "jakarta.", "org.springframework.");

    private static final String QUESTION = "supports";
    private static final List<Class<?>> OF_PROXIES = List.of(Advised.class, DecoratingProxy.class);
    private static final List<String> CALLBACKS =
            List.of("jakarta.annotation.PostConstruct", "jakarta.annotation.PreDestroy");
    private static final String WEB = "org.springframework.web.bind.annotation.";
    private static final List<String> AROUND_HANDLERS = List.of(
            WEB + "ExceptionHandler",
            WEB + "InitBinder",
            WEB + "ModelAttribute",
            "org.springframework.messaging.handler.annotation.MessageExceptionHandler",
            "org.springframework.graphql.data.method.annotation.GraphQlExceptionHandler",
            "org.springframework.grpc.server.advice.GrpcExceptionHandler");

    private ClassCoverage() {}

    static boolean covers(Method method, Class<?> targetClass) {
        int modifiers = method.getModifiers();
        return (Modifier.isPublic(modifiers) || RequestHandlers.isMapped(method))
                && !Modifier.isStatic(modifiers)
                && !method.isSynthetic()
                && !ReflectionUtils.isObjectMethod(method)
                && !isOfProxy(method)
                && !isBeanMethod(method)
                && !isAroundHandler(method)
                && !isOfLibrary(method)
                && !isQuestion(method, targetClass)
                && !isLifecycleCallback(method, targetClass);
    }

    /** What a proxy of Spring without a target, such as an HTTP interface client, has besides the methods of its user. */
    private static boolean isOfProxy(Method method) {
        return Proxy.isProxyClass(method.getDeclaringClass())
                && OF_PROXIES.stream()
                        .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()));
    }

    /** Comes with an interface of Java or Spring, and the bean does not have it for itself. */
    private static boolean isOfLibrary(Method method) {
        return method.isDefault() && isOfLibrary(method.getDeclaringClass());
    }

    private static boolean isOfLibrary(Class<?> type) {
        return LIBRARIES.stream().anyMatch(type.getName()::startsWith);
    }

    /** Asks whether the bean is for something, such as a kind of events or of authentications. */
    private static boolean isQuestion(Method method, Class<?> targetClass) {
        return method.getName().startsWith(QUESTION)
                && Stream.of(ClassUtils.getAllInterfacesForClass(targetClass))
                        .filter(ClassCoverage::isOfLibrary)
                        .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()));
    }

    public static boolean isBeanMethod(AnnotatedElement method) {
        return MergedAnnotations.from(method).isPresent(Bean.class);
    }

    public static boolean isAnnotatedCallback(AnnotatedElement method) {
        MergedAnnotations annotations = MergedAnnotations.from(method);
        return CALLBACKS.stream().anyMatch(annotations::isPresent);
    }

    /** Runs before or after the method that handles a request or a message, and would take permits of its own for it. */
    private static boolean isAroundHandler(Method method) {
        MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        return AROUND_HANDLERS.stream().anyMatch(annotations::isPresent) && !RequestHandlers.isMapped(method);
    }

    private static boolean isLifecycleCallback(Method method, Class<?> targetClass) {
        return isAnnotatedCallback(method)
                || Stream.concat(LIFECYCLE.stream(), Stream.of(ClassUtils.getAllInterfacesForClass(targetClass)))
                        .filter(type -> type.isAssignableFrom(targetClass))
                        .filter(type -> LIFECYCLE.contains(type) || Aware.class.isAssignableFrom(type))
                        .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()));
    }
}
