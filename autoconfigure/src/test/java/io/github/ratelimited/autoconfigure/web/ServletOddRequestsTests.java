package io.github.ratelimited.autoconfigure.web;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

class ServletOddRequestsTests extends OddRequestsContract {

    ServletOddRequestsTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {

        @Bean
        Seen seen() {
            return new Seen();
        }
    }

    @RestController
    static class Api {

        @RequestMapping({"/api", "/api/{id}/**"})
        ResponseEntity<Void> any() {
            return ResponseEntity.ok().header("Served", "yes").build();
        }
    }
}
