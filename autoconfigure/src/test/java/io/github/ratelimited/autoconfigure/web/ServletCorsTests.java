package io.github.ratelimited.autoconfigure.web;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

class ServletCorsTests extends CorsContract {

    ServletCorsTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application implements WebMvcConfigurer {

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
        CorsFilter corsFilter(UrlBasedCorsConfigurationSource source) {
            return new CorsFilter(source);
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
