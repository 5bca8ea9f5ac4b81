package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
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
        ServletRegistrationBean<HttpServlet> servlet(@Value("${mapping}") String mapping) {
            return new ServletRegistrationBean<>(new Plain(), mapping);
        }
    }

    static class Plain extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write("plain");
        }
    }

    private static Server start(String path, String mapping) {
        return new Server(
                new SpringApplicationBuilder(Application.class)
                        .resourceLoader(
                                new DefaultResourceLoader(new FilteredClassLoader("org.springframework.web.servlet")))
                        .web(WebApplicationType.SERVLET)
                        .run(
                                "--server.port=0",
                                "--mapping=" + mapping,
                                "--spring.autoconfigure.exclude=org.redisson.spring.starter.RedissonAutoConfigurationV4",
                                "--ratelimited.store=local",
                                "--ratelimited.routes.all.path=" + path,
                                "--ratelimited.limiters.all.rate=1",
                                "--ratelimited.limiters.all.interval=1h"),
                HttpClient.newHttpClient());
    }

    @Test
    void answersTheStatusAndWhenToComeBack() {
        try (Server server = start("/**", "/*")) {
            assertThat(server.get("/a").body()).isEqualTo("plain");

            HttpResponse<String> rejected = server.get("/b");

            assertThat(rejected.statusCode()).isEqualTo(429);
            assertThat(rejected.headers().map()).containsKeys("retry-after", "ratelimit");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/a/**, /*, /a/b",
        "/a/**, /*, //a/b",
        "/a/**, /*, /x/../a/b",
        "/a/**, /*, /./a;x/b",
        "/a/**, /rest/*, /rest/a/b",
        "/a/**, /rest/*, //rest/a/b",
        "/a/**, /rest/*, /./x/../rest/a/b",
        "/a/**, /rest/*, /x/../rest/a/b",
        "/a/**, /rest/*, /r%65st/a/b"
    })
    void countsARequestHoweverTheServerFindsItsServlet(String path, String mapping, String requested) {
        try (Server server = start(path, mapping)) {
            assertThat(server.raw(requested)).isEqualTo(200);
            assertThat(server.raw(requested)).isEqualTo(429);
        }
    }
}
