package io.github.ratelimited.autoconfigure.web;

import java.time.Duration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

class ReactiveRoutesTests extends RoutesContract {

    @Override
    WebApplicationType type() {
        return WebApplicationType.REACTIVE;
    }

    @Override
    Class<?> application() {
        return Application.class;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, Resources.class})
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class Resources {

        /** The global ones end with the first application that does. */
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }

    @RestController
    static class Api {

        @RequestMapping("/**")
        String any() {
            return "done";
        }
    }
}
