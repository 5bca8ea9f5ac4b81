package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Proves at start-up that every annotated method of every bean is limited as it is written, and ends the start with a
 * {@link RateLimitConfigurationException} that carries all findings if not. Declares the limits of all methods, so that
 * programs can use them by name before the first call.
 */
public final class StartupVerifier implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(StartupVerifier.class);

    private final ConfigurableListableBeanFactory beanFactory;
    private final RateLimitedMethods methods;
    private final ObjectProvider<RateLimiters> limiters;
    private final ObjectProvider<StartupCheck> checks;
    private final String store;

    /**
     * Makes the proof for a context.
     *
     * @param limiters know the limits that no annotation declares
     * @param store what decides, in words for the log
     */
    public StartupVerifier(
            ConfigurableListableBeanFactory beanFactory,
            RateLimitedMethods methods,
            ObjectProvider<RateLimiters> limiters,
            ObjectProvider<StartupCheck> checks,
            String store) {
        this.beanFactory = beanFactory;
        this.methods = methods;
        this.limiters = limiters;
        this.checks = checks;
        this.store = store;
    }

    /** Goes over all beans. Creates none of them. */
    @Override
    public void afterSingletonsInstantiated() {
        List<Finding> findings = new ArrayList<>();
        Map<String, LimitedMethod> limited = new TreeMap<>();
        Set<String> selfCalls = new TreeSet<>();
        BlockingHandlers blocking = new BlockingHandlers();
        for (String name : names()) {
            InspectedBean bean = InspectedBean.of(beanFactory, name, methods);
            findings.addAll(bean.findings());
            blocking.add(bean.limited());
            Object instance = bean.proxy().instance();
            if (instance != null) {
                findings.addAll(ContainedObjects.findings(name, instance, methods));
            }
            selfCalls.addAll(bean.selfCalls());
            bean.limited().forEach((method, found) -> limited.put(found.place(), found));
            if (!bean.limited().isEmpty()) {
                outlive(name);
            }
        }
        Map<String, String> others = new TreeMap<>();
        for (StartupCheck check : checks) {
            findings.addAll(check.findings());
            others.putAll(check.limiters());
        }
        LimitsByName byName = LimitsByName.of(limited.values(), others, methods.settings(), limiters::getObject);
        findings.addAll(byName.findings());
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
        declare(byName.limits(), limited);
        if (!selfCalls.isEmpty()) {
            log.warn(
                    "These calls within one object bypass the proxy and are not limited; call the method of another bean,"
                            + " or take permits with RateLimiters: {}",
                    selfCalls);
        }
        blocking.warn(beanFactory);
        UnusedLimiter.report(
                UnusedLimiter.in(methods.settings(), limited.values(), others.keySet()), limiters::getObject);
    }

    private void declare(Map<String, RateLimit> limits, Map<String, LimitedMethod> limited) {
        Map<String, Map<String, Plan>> plans = methods.settings().plans();
        if (!plans.isEmpty()) {
            Declarations.declarePlans(plans, Set.of(), limiters.getObject());
        }
        if (!limited.isEmpty()) {
            Declarations.declare(limits, limiters.getObject());
            log.info(
                    "{} on {}, decided by {}",
                    counted(names(limited), "rate limit"),
                    counted(limited.size(), "method"),
                    store);
        }
    }

    /** Also of objects that were registered as they are. */
    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>(List.of(beanFactory.getBeanDefinitionNames()));
        names.addAll(List.of(beanFactory.getSingletonNames()));
        return names;
    }

    /**
     * The container sees no dependency of a limited bean on limiters that the application makes, and would end them before a last
     * call of it.
     */
    private void outlive(String bean) {
        for (String name : beanFactory.getBeanNamesForType(RateLimiters.class, true, false)) {
            beanFactory.registerDependentBean(name, bean);
        }
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static long names(Map<String, LimitedMethod> limited) {
        return limited.values().stream()
                .flatMap(method -> method.limits().stream())
                .map(MethodLimit::name)
                .distinct()
                .count();
    }
}
