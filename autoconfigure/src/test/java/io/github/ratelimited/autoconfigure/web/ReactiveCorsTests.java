package io.github.ratelimited.autoconfigure.web;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.cors.reactive.UrlBasedCorsConfigurationSource;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;

class ReactiveCorsTests extends CorsContract {

    ReactiveCorsTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, OwnReactorResources.class})
    static class Application implements WebFluxConfigurer {

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/registered").combine(allowed());
        }

        @Bean
        UrlBasedCorsConfigurationSource corsConfigurationSource() {
            UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
            source.registerCorsConfiguration("/", allowed());
            return source;
        }

        @Bean
        CorsWebFilter corsFilter(UrlBasedCorsConfigurationSource source) {
            return new CorsWebFilter(source);
        }
    }

    @RestController
    static class Api {

        @GetMapping({"/", "/registered"})
        String any() {
            return "done";
        }

        @GetMapping("/annotated")
        @CrossOrigin(
                origins = PAGE,
                exposedHeaders = {"RateLimit", "RateLimit-Policy", "Retry-After"})
        String annotated() {
            return "done";
        }
    }
}
