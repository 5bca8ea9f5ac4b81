package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.DefaultResourceLoader;

/** Routes in an application of servlets that does not have Spring MVC, such as one with Jersey. */
class PlainServletTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        ServletRegistrationBean<HttpServlet> servlet() {
            return new ServletRegistrationBean<>(new Plain(), "/*");
        }
    }

    static class Plain extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write("plain");
        }
    }

    @Test
    void answersTheStatusAndWhenToComeBack() {
        try (Server server = new Server(
                new SpringApplicationBuilder(Application.class)
                        .resourceLoader(
                                new DefaultResourceLoader(new FilteredClassLoader("org.springframework.web.servlet")))
                        .web(WebApplicationType.SERVLET)
                        .run(
                                "--server.port=0",
                                "--spring.autoconfigure.exclude=org.redisson.spring.starter.RedissonAutoConfigurationV4",
                                "--ratelimited.store=local",
                                "--ratelimited.routes.all.path=/**",
                                "--ratelimited.limiters.all.rate=1",
                                "--ratelimited.limiters.all.interval=1h"),
                HttpClient.newHttpClient())) {
            assertThat(server.get("/a").body()).isEqualTo("plain");

            HttpResponse<String> refused = server.get("/b");

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().map()).containsKeys("retry-after", "ratelimit");
        }
    }
}
