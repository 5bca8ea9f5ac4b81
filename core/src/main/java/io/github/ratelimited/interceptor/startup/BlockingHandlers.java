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
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Finds handlers of WebFlux that would wait for a decision on a thread that must not block. */
final class BlockingHandlers {

    private static final Logger log = LoggerFactory.getLogger(BlockingHandlers.class);

    /** Is there in applications with WebFlux only. */
    private static final String WEB_FLUX = "webHandler";

    /** Limits of this store are decided without waiting for anybody. */
    private static final String STORE = "${ratelimited.store:redis}";

    private final Set<String> places = new TreeSet<>();

    void add(Map<Method, LimitedMethod> limited) {
        limited.forEach((method, found) -> {
            if (found.kind().style() == CallStyle.SYNCHRONOUS && RequestHandlers.contains(method)) {
                places.add(found.place());
            }
        });
    }

    void warn(ConfigurableListableBeanFactory beanFactory) {
        if (places.isEmpty()
                || !beanFactory.containsBean(WEB_FLUX)
                || "local".equalsIgnoreCase(beanFactory.resolveEmbeddedValue(STORE))
                || Threads.mayBlock(beanFactory)) {
            return;
        }
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
