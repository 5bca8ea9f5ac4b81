package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import jakarta.servlet.Filter;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** An application that can write no problem details answers with the status all the same. */
class BareAnswersTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, Busy.class})
    static class Application implements WebMvcConfigurer {

        @Override
        public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
            converters.configureMessageConvertersList(
                    all -> all.removeIf(converter -> !(converter instanceof StringHttpMessageConverter)));
        }

        @Bean
        FilterRegistrationBean<Filter> written(Api api) {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                if (request.getParameter("begin") != null) {
                    response.getWriter().print("begun ");
                }
                response.getWriter().print(api.written());
            });
            filter.addUrlPatterns("/written");
            return filter;
        }
    }

    @ControllerAdvice
    @Order(0)
    @ConditionalOnBooleanProperty("test.view")
    static class Busy {

        @ExceptionHandler
        String rejected(RateLimitExceededException rejected) {
            return "busy";
        }
    }

    @RestController
    static class Api {

        @GetMapping("/text")
        @RateLimited(name = "text", rate = 1, interval = "1h")
        public String text() {
            return "text";
        }

        @RateLimited(name = "written", rate = 1, interval = "1h")
        public String written() {
            return "written";
        }

        @GetMapping("/undecided")
        @RateLimited(name = "undecided", rate = 1, interval = "1h", onFailure = FailurePolicy.CLOSED)
        public String undecided() {
            return "undecided";
        }
    }

    @AutoClose
    private static final Server server = Server.start(WebApplicationType.SERVLET, Application.class);

    @Test
    void haveTheStatusWhereNothingWritesJson() {
        assertThat(server.get("/text").body()).isEqualTo("text");
        HttpResponse<String> rejected = server.get("/text");
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().map()).containsKeys("retry-after", "ratelimit");
        assertThat(server.get("/text", "Accept", "text/html").statusCode()).isEqualTo(429);
    }

    @Test
    void haveTheStatusWhereAFilterHasBegunToWrite() {
        assertThat(server.get("/written?begin").body()).isEqualTo("begun written");
        HttpResponse<String> rejected = server.get("/written?begin");
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.body()).doesNotContain("begun");
    }

    @Test
    void haveTheStatusWhereAnAdviceNamesAViewForAFilter() {
        try (Server withView = Server.start(WebApplicationType.SERVLET, Application.class, "--test.view=true")) {
            withView.get("/written");
            assertThat(withView.get("/written").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void haveTheStatusOfWhatCannotBeDecided() {
        try (Server alone = Server.start(
                WebApplicationType.SERVLET,
                Application.class,
                "--spring.data.redis.url=redis://localhost:1",
                "--ratelimited.redis.timeout=100ms")) {
            assertThat(alone.get("/undecided").statusCode()).isEqualTo(503);
        }
    }
}
