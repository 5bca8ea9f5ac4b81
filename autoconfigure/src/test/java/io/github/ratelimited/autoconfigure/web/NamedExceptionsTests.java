package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Advices of the application without an order, of which one names an exception of the library. */
class NamedExceptionsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({ClientInputTests.Service.class, ClientInputTests.Api.class, Named.class, Customized.class})
    static class Application {}

    @RestControllerAdvice
    static class Named {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.PAYMENT_REQUIRED)
        String exceeded(RateLimitExceededException exceeded) {
            return "pay";
        }

        @ExceptionHandler(IllegalArgumentException.class)
        @ResponseStatus(HttpStatus.CONFLICT)
        String wrong() {
            return "wrong";
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void areLeftToTheAdviceThatNamesThem(WebApplicationType type) {
        try (Server server = Server.start(
                type,
                Application.class,
                "--ratelimited.store=local",
                "--ratelimited.limiters.messages.rate=1",
                "--test.customized=true")) {
            server.get("/send?count=1");
            HttpResponse<String> rejected = server.get("/send?count=1");

            assertThat(rejected.statusCode()).isEqualTo(402);
            assertThat(rejected.body()).isEqualTo("pay");
            assertThat(server.get("/send?count=2").statusCode())
                    .as("of an exception that is not named")
                    .isEqualTo(422);
        }
    }
}
