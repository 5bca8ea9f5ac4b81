package io.github.ratelimited.interceptor.startup;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Where WebFlux calls handlers that block, as all configurers of the application together say. */
final class WebFluxThreads extends BlockingExecutionConfigurer {

    private WebFluxThreads() {}

    /** Whether an executor calls them, which Spring Boot also sets with virtual threads. */
    static boolean mayBlock(ListableBeanFactory beanFactory) {
        WebFluxThreads threads = new WebFluxThreads();
        beanFactory
                .getBeanProvider(WebFluxConfigurer.class)
                .orderedStream()
                .forEach(configurer -> configurer.configureBlockingExecution(threads));
        return threads.getExecutor() != null;
    }
}
