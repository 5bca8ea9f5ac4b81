package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.web.ServletRejectionWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Where rejected calls of controllers and requests of filters are answered without asking all exception handlers. */
class ServletRejectionsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({ClientInputTests.Service.class, ClientInputTests.Api.class, Customized.class})
    static class Plain {}

    @Import(NamedExceptionsTests.Named.class)
    static class Answering extends Plain {}

    @Import(Unasked.class)
    static class Undecided extends Plain {}

    @Import(Wrapping.class)
    static class Wrapped extends Plain {}

    /** Changes nothing, but could. */
    static class Unasked implements WebMvcConfigurer {

        @Override
        public void addErrorResponseInterceptors(List<ErrorResponse.Interceptor> interceptors) {
            interceptors.add((detail, response) -> {});
        }
    }

    @RestControllerAdvice
    static class Wrapping implements ResponseBodyAdvice<Object> {

        @Override
        public boolean supports(MethodParameter type, Class<? extends HttpMessageConverter<?>> converter) {
            return true;
        }

        @Override
        public Object beforeBodyWrite(
                Object body,
                MethodParameter type,
                MediaType media,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            return body instanceof ProblemDetail ? Map.of("wrapped", body) : body;
        }
    }

    private static Server fast;
    private static Server slow;

    @BeforeAll
    static void start() {
        fast = start(Plain.class);
        slow = start(Undecided.class);
        fast.get("/");
        slow.get("/");
    }

    @AfterAll
    static void close() {
        fast.close();
        slow.close();
    }

    private static Server start(Class<?> application) {
        return Server.start(
                WebApplicationType.SERVLET,
                application,
                "--test.customized=true",
                "--ratelimited.store=local",
                "--ratelimited.limiters.all.rate=1",
                "--ratelimited.limiters.all.interval=1h",
                "--ratelimited.routes.all.path=/**");
    }

    private static boolean writesAtOnce(Server server) {
        return ServletRejectionWriter.of(server.context()).isPresent();
    }

    private static boolean writesAtOnce(Class<?> application) {
        try (Server server = start(application)) {
            return writesAtOnce(server);
        }
    }

    @Test
    void isWhereTheApplicationCannotChangeTheAnswer() {
        assertThat(writesAtOnce(fast))
                .as("with a handler of everything, which comes last")
                .isTrue();
        assertThat(writesAtOnce(slow))
                .as("with an interceptor of problem details")
                .isFalse();
        assertThat(writesAtOnce(Answering.class)).isFalse();
        assertThat(writesAtOnce(BareAnswersTests.Application.class)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a%20b;v=1/x", "/x.bat", "/x%2ebat", "/it's&more", "/a?b=c"})
    void isTheAnswerThatTheHandlersGive(String path) {
        new EqualRejections(fast, slow).of(path);
    }

    @Test
    void isSentInOnePieceForFiltersToo() {
        assertThat(fast.get("/a").headers().firstValue("Content-Length")).isPresent();
        assertThat(fast.get("/it's").headers().firstValue("Content-Length"))
                .as("with what JSON may escape")
                .isEmpty();
    }

    @Test
    void isLeftToAnAdviceThatChangesBodies() {
        try (Server server = start(Wrapped.class)) {
            server.get("/a");
            assertThat(server.get("/a").body()).startsWith("{\"wrapped\":");
        }
    }
}
