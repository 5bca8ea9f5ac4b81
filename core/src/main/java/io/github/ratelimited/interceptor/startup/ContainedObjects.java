package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.aop.framework.AopProxyUtils;

/** The objects in a map, collection or array that is a bean. Those that are no beans have no proxy. */
final class ContainedObjects {

    private ContainedObjects() {}

    /** Those with limited methods that no proxy limits, one of each class. */
    static List<Finding> findings(String bean, Object instance, RateLimitedMethods methods) {
        Set<Class<?>> seen = new HashSet<>();
        return elements(instance).stream()
                .filter(Objects::nonNull)
                .filter(element -> seen.add(element.getClass()))
                .filter(element -> isUnguarded(bean, element, methods))
                .map(element -> finding(bean, TargetClasses.userClass(element.getClass())))
                .toList();
    }

    /** Only collections of the JDK, because others may load what they hold. */
    private static Collection<?> elements(Object instance) {
        if (instance instanceof Object[] array) {
            return Arrays.asList(array);
        }
        if (!instance.getClass().getName().startsWith("java.")) {
            return List.of();
        }
        return instance instanceof Map<?, ?> map
                ? map.values()
                : instance instanceof Collection<?> collection ? collection : List.of();
    }

    private static boolean isUnguarded(String bean, Object element, RateLimitedMethods methods) {
        Class<?> type = AopProxyUtils.ultimateTargetClass(element);
        return !InspectedBean.limitedMethods(type, methods, false).isEmpty()
                && new ProxyCheck(bean, type, element, true).isUnguarded();
    }

    private static Finding finding(String bean, Class<?> type) {
        return new Finding(
                "Limits of the object of this class in bean '" + bean
                        + "' have no effect, because it is not a bean itself",
                type.getName(),
                "Make it a bean of its own, and put that bean into '" + bean + "'");
    }
}
