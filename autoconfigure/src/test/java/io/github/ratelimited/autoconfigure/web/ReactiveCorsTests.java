package io.github.ratelimited.autoconfigure.web;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.cors.reactive.UrlBasedCorsConfigurationSource;

class ReactiveCorsTests extends CorsContract {

    ReactiveCorsTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, OwnReactorResources.class})
    static class Application {

        @Bean
        UrlBasedCorsConfigurationSource corsConfigurationSource() {
            UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
            source.registerCorsConfiguration("/**", allowed());
            return source;
        }

        @Bean
        CorsWebFilter corsFilter(UrlBasedCorsConfigurationSource source) {
            return new CorsWebFilter(source);
        }
    }

    @RestController
    static class Api {

        @GetMapping("/")
        String any() {
            return "done";
        }
    }
}
