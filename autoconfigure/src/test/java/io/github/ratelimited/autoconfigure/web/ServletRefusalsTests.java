package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.web.RefusalWriter;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Where refused calls of controllers are answered without asking all exception handlers. */
class ServletRefusalsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({ClientInputTests.Service.class, ClientInputTests.Api.class, Customized.class})
    static class Plain {}

    @Import(NamedExceptionsTests.Named.class)
    static class Answering extends Plain {}

    private static boolean writesAtOnce(Class<?> application, String... settings) {
        try (Server server = Server.start(WebApplicationType.SERVLET, application, settings)) {
            return RefusalWriter.of(server.context()).isPresent();
        }
    }

    @Test
    void isWhereTheApplicationCannotChangeTheAnswer() {
        assertThat(writesAtOnce(Plain.class, "--ratelimited.store=local")).isTrue();
        assertThat(writesAtOnce(Plain.class, "--ratelimited.store=local", "--test.customized=true"))
                .as("with a handler of everything, which comes last")
                .isTrue();
        assertThat(writesAtOnce(Answering.class, "--ratelimited.store=local")).isFalse();
        assertThat(writesAtOnce(ServletHttpTests.Application.class, "--test.customized=true"))
                .as("with an interceptor of problem details")
                .isFalse();
        assertThat(writesAtOnce(BareAnswersTests.Application.class)).isFalse();
    }
}
