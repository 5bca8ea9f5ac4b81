package io.github.ratelimited.interceptor;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.util.ArrayList;
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
public final class RateLimitVerifier implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(RateLimitVerifier.class);

    private final ConfigurableListableBeanFactory beanFactory;
    private final RateLimitedMethods methods;
    private final ObjectProvider<RateLimiters> limiters;
    private final String store;

    /**
     * Makes the proof for a context.
     *
     * @param beanFactory the beans
     * @param methods the limits of all methods
     * @param limiters know the limits that no annotation declares
     * @param store what decides, in words for the log
     */
    public RateLimitVerifier(
            ConfigurableListableBeanFactory beanFactory,
            RateLimitedMethods methods,
            ObjectProvider<RateLimiters> limiters,
            String store) {
        this.beanFactory = beanFactory;
        this.methods = methods;
        this.limiters = limiters;
        this.store = store;
    }

    /** Goes over all beans. Creates none of them. */
    @Override
    public void afterSingletonsInstantiated() {
        List<Finding> findings = new ArrayList<>();
        Map<String, LimitedMethod> limited = new TreeMap<>();
        Set<String> selfCalls = new TreeSet<>();
        for (String name : beanFactory.getBeanDefinitionNames()) {
            InspectedBean bean = InspectedBean.of(beanFactory, name, methods);
            findings.addAll(bean.findings());
            selfCalls.addAll(bean.selfCalls());
            bean.limited().forEach((method, found) -> limited.put(found.place(), found));
        }
        Map<String, RateLimit> declared = declared(limited, findings);
        requireKnownNames(limited, declared, findings);
        findings.addAll(FailurePolicies.findings(limited));
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
        if (!limited.isEmpty()) {
            declared.forEach(limiters.getObject()::declare);
            log.info("{} rate limits on {} methods, decided by {}", names(limited), limited.size(), store);
        }
        if (!selfCalls.isEmpty()) {
            log.warn(
                    "These calls within one object pass by the proxy and are not limited; call the method of another bean,"
                            + " or take permits with RateLimiters: {}",
                    selfCalls);
        }
        Set<String> unused = UnusedLimiters.of(methods.settings(), limited.values());
        if (!unused.isEmpty()) {
            log.info(
                    "No method uses these rate limits of ratelimited.limiters, which only programs can ask for by name: {}",
                    unused);
        }
    }

    private static long names(Map<String, LimitedMethod> limited) {
        return limited.values().stream()
                .flatMap(method -> method.limits().stream())
                .map(MethodLimit::name)
                .distinct()
                .count();
    }

    /** The limits that methods declare; one name with two limits is a finding. */
    static Map<String, RateLimit> declared(Map<String, LimitedMethod> limited, List<Finding> findings) {
        Map<String, RateLimit> declared = new TreeMap<>();
        Map<String, String> places = new TreeMap<>();
        limited.forEach((place, method) -> {
            for (MethodLimit limit : method.limits()) {
                if (limit.limit() == null) {
                    continue;
                }
                RateLimit other = declared.putIfAbsent(limit.name(), limit.limit());
                String otherPlace = places.putIfAbsent(limit.name(), place);
                if (other != null && !other.equals(limit.limit())) {
                    findings.add(new Finding(
                            "Rate limit '" + limit.name() + "' is " + limit.limit() + " here, but " + other + " on "
                                    + otherPlace,
                            place,
                            "Give one of the two another name, or set the limit once in ratelimited.limiters."
                                    + limit.name()));
                }
            }
        });
        return declared;
    }

    private void requireKnownNames(
            Map<String, LimitedMethod> limited, Map<String, RateLimit> declared, List<Finding> findings) {
        limited.forEach((place, method) -> {
            for (MethodLimit limit : method.limits()) {
                if (limit.limit() == null && !declared.containsKey(limit.name())) {
                    Set<String> known = limiters.getObject().names();
                    if (!known.contains(limit.name())) {
                        findings.add(unknown(limit.name(), place, known));
                    }
                }
            }
        });
    }

    private static Finding unknown(String name, String place, Set<String> known) {
        return new Finding(
                "No rate limit named '" + name + "'" + (known.isEmpty() ? "" : "; known are " + known),
                place,
                "Set rate and interval in the annotation or in ratelimited.limiters." + name);
    }
}
