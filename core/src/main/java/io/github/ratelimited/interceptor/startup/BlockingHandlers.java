package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RequestHandlers;
import io.github.ratelimited.interceptor.invocation.CallStyle;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Finds handlers of WebFlux and RSocket that would wait for a decision on a thread that must not block. */
final class BlockingHandlers {

    private static final Logger log = LoggerFactory.getLogger(BlockingHandlers.class);

    /** Is there in applications with WebFlux only. */
    private static final String WEB_FLUX = "webHandler";

    /** Limits of this store are decided without waiting for anybody. */
    private static final String STORE = "${ratelimited.store:redis}";

    private static final String RSOCKET =
            "org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler";

    private final Set<String> places = new TreeSet<>();
    private final Set<String> ofMessages = new TreeSet<>();

    void add(Map<Method, LimitedMethod> limited) {
        limited.forEach((method, found) -> {
            if (found.kind().style() == CallStyle.SYNCHRONOUS) {
                if (RequestHandlers.contains(method)) {
                    places.add(found.place());
                } else if (RequestHandlers.isForMessages(method)) {
                    ofMessages.add(found.place());
                }
            }
        });
    }

    void warn(ConfigurableListableBeanFactory beanFactory) {
        if ("local".equalsIgnoreCase(beanFactory.resolveEmbeddedValue(STORE))) {
            return;
        }
        if (!places.isEmpty() && beanFactory.containsBean(WEB_FLUX) && !Threads.mayBlock(beanFactory)) {
            warnOfWebFlux();
        }
        if (!ofMessages.isEmpty() && handlesRSocket(beanFactory)) {
            log.warn(
                    "RSocket calls these limited handlers on threads that must not block, where a call that has to wait"
                            + " for its decision fails. Return a Mono or a Flux, or call another bean on"
                            + " Schedulers.boundedElastic(): {}",
                    ofMessages);
        }
    }

    private static boolean handlesRSocket(ConfigurableListableBeanFactory beanFactory) {
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        return ClassUtils.isPresent(RSOCKET, classLoader)
                && beanFactory.getBeanNamesForType(ClassUtils.resolveClassName(RSOCKET, classLoader), true, false)
                                .length
                        > 0;
    }

    private void warnOfWebFlux() {
        log.warn(
                "WebFlux calls these limited handlers on threads that must not block, where a call that has to wait for"
                        + " its decision fails with 500. Return a Mono or a Flux, set spring.threads.virtual.enabled=true"
                        + " on Java 21 or later or an executor in WebFluxConfigurer.configureBlockingExecution, or call"
                        + " another bean on Schedulers.boundedElastic(): {}",
                places);
    }

    /**
     * Where WebFlux calls handlers that block, as all configurers of the application together say. Is loaded only where
     * WebFlux is there.
     */
    private static final class Threads extends BlockingExecutionConfigurer {

        /** Whether an executor calls them, which Spring Boot also sets with virtual threads. */
        static boolean mayBlock(ListableBeanFactory beanFactory) {
            Threads threads = new Threads();
            beanFactory
                    .getBeanProvider(WebFluxConfigurer.class)
                    .orderedStream()
                    .forEach(configurer -> configurer.configureBlockingExecution(threads));
            return threads.getExecutor() != null;
        }
    }
}
