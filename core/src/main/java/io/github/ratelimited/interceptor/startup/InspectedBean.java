package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.AnnotationLookup;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.invocation.TargetClasses;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AbstractAutoProxyCreator;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;

/**
 * The limited methods of a bean.
 *
 * @param annotated whether the class or one above it has the annotation anywhere
 * @param replaceable whether a test may have put something else in its place
 */
record InspectedBean(ProxyCheck proxy, Map<Method, LimitedMethod> limited, boolean annotated, boolean replaceable) {

    /** Is there where @MockitoBean or @TestBean replace beans by objects that no post-processor has seen. */
    private static final String TEST_OVERRIDES =
            "org.springframework.test.context.bean.override.internalBeanOverrideRegistry";

    /** The bean, which is not created for the purpose. */
    static InspectedBean of(ConfigurableListableBeanFactory beanFactory, String name, RateLimitedMethods methods) {
        Object instance = beanFactory.containsSingleton(name) && !beanFactory.isFactoryBean(name)
                ? beanFactory.getSingleton(name)
                : null;
        Class<?> type =
                instance != null ? AopProxyUtils.ultimateTargetClass(instance) : beanFactory.getType(name, false);
        boolean replaceable = beanFactory.containsSingleton(TEST_OVERRIDES);
        if (type == null || isScopedProxy(beanFactory, name)) {
            return new InspectedBean(new ProxyCheck(name, Object.class, instance, true), Map.of(), false, replaceable);
        }
        Map<Method, LimitedMethod> limited = limitedMethods(type, methods, instance != null);
        boolean ofClass = limited.isEmpty() || getsProxyOfClass(beanFactory, name);
        return new InspectedBean(
                new ProxyCheck(name, TargetClasses.userClass(type), instance, ofClass),
                limited,
                methods.mayLimit(type),
                replaceable);
    }

    /** Stands for another bean, which is inspected itself. */
    private static boolean isScopedProxy(ConfigurableListableBeanFactory beanFactory, String name) {
        return beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name));
    }

    private static boolean getsProxyOfClass(ConfigurableListableBeanFactory beanFactory, String name) {
        return AutoProxyUtils.shouldProxyTargetClass(beanFactory, name)
                || beanFactory.getBeanProvider(AbstractAutoProxyCreator.class, false).stream()
                        .anyMatch(ProxyConfig::isProxyTargetClass);
    }

    static Map<Method, LimitedMethod> limitedMethods(Class<?> type, RateLimitedMethods methods, boolean created) {
        if (!methods.mayLimit(type)) {
            return Map.of();
        }
        try {
            return MethodIntrospector.selectMethods(type, (MetadataLookup<LimitedMethod>) method -> {
                LimitedMethod found = methods.find(method, type);
                return found.isLimited() ? found : null;
            });
        } catch (IllegalStateException | LinkageError ex) {
            if (created) {
                throw ex;
            }
            // A bean whose class lacks an optional dependency may never be made, and can have no proxy if it is.
            return Map.of();
        }
    }

    /** The mistakes in this bean. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        limited.forEach((method, found) -> {
            findings.addAll(found.findings());
            Finding obstacle = proxy.obstacle(method, found.place());
            if (obstacle != null) {
                findings.add(obstacle);
            }
        });
        if (findings.isEmpty() && !limited.isEmpty() && !replaceable && proxy.isUnguarded()) {
            findings.add(proxy.unguarded());
        }
        if (annotated && limited.isEmpty() && AnnotationLookup.standsForNothing(proxy.userClass())) {
            findings.add(new Finding(
                    "The annotation on the class limits nothing, because the class has no public methods and no request"
                            + " handlers",
                    proxy.userClass().getName(),
                    "Make methods public, or put the annotation on them"));
        }
        return findings;
    }

    /** Calls within the bean that no proxy sees. */
    Set<String> selfCalls() {
        return limited.isEmpty() ? Set.of() : SelfCalls.of(proxy.userClass(), limited);
    }
}
