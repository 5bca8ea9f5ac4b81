package io.github.ratelimited.autoconfigure.web;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** Resources of one application's own: the global ones end with the first application that does. */
@Configuration(proxyBeanMethods = false)
class OwnReactorResources {

    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setShutdownQuietPeriod(Duration.ZERO);
        return resources;
    }
}
