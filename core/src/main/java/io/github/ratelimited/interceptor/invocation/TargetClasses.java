package io.github.ratelimited.interceptor.invocation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.DecoratingProxy;
import org.springframework.util.ClassUtils;

/** The class of a bean as its user wrote it. */
public final class TargetClasses {

    private TargetClasses() {}

    /** The class whose definitions apply, in the form in which the auto-proxy creator passes it to the pointcut. */
    public static Class<?> of(MethodInvocation invocation) {
        Object target = invocation.getThis();
        if (target != null) {
            return target.getClass();
        }
        return invocation instanceof ProxyMethodInvocation proxied
                ? proxied.getProxy().getClass()
                : invocation.getMethod().getDeclaringClass();
    }

    /** The method as interfaces declare it, whichever class implements it for the target class. */
    public static Stream<Method> onInterfaces(Method specific, Class<?> targetClass, Class<?>[] interfaces) {
        return Arrays.stream(interfaces)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.getName().equals(specific.getName()))
                .filter(method -> method.equals(specific)
                        || AopUtils.getMostSpecificMethod(method, targetClass).equals(specific));
    }

    /** The user's class, or for a JDK proxy, such as a repository, the first interface that is the user's. */
    public static Class<?> userClass(Class<?> targetClass) {
        if (!Proxy.isProxyClass(targetClass)) {
            return ClassUtils.getUserClass(targetClass);
        }
        for (Class<?> type : targetClass.getInterfaces()) {
            if (type != SpringProxy.class && type != Advised.class && type != DecoratingProxy.class) {
                return type;
            }
        }
        return targetClass;
    }
}
