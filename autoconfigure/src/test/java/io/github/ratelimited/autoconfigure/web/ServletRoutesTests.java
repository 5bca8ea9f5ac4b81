package io.github.ratelimited.autoconfigure.web;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

class ServletRoutesTests extends RoutesContract {

    ServletRoutesTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {}

    @RestController
    static class Api {

        @RequestMapping("/**")
        String any() {
            return "done";
        }
    }
}
