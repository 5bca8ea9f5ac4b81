package io.github.ratelimited.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The recipe for Spring AI, run against its classes with a model that is none. */
class SpringAiTests {

    private static final ConfigurableApplicationContext CONTEXT = new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .run("--ratelimited.store=local");

    private final Assistant assistant = CONTEXT.getBean(Assistant.class);

    @AfterAll
    static void close() {
        SpringApplication.exit(CONTEXT);
    }

    private static long used(String user) {
        return 1_000
                - CONTEXT.getBean(RateLimiters.class).get("tokens").forKey(user).availablePermits();
    }

    @Test
    void anAnswerCostsTheTokensThatItUsed() {
        assertThat(assistant.ask("alice", "What is it?").getResult().getOutput().getText())
                .isEqualTo("forty-two");
        assertThat(used("alice")).isEqualTo(80);
    }

    @Test
    void anAnswerOfUnknownCostKeepsItsEstimate() {
        assistant.ask("bob", "Tell me");
        assertThat(used("bob")).isEqualTo(500);
    }

    @Test
    void aStreamCostsWhatItsLastPartReports() {
        assertThat(assistant.stream("carol", "What is it?").collectList().block())
                .hasSize(60);
        assertThat(used("carol")).isEqualTo(80);
    }

    @Test
    void aStreamThatIsCancelledCostsWhatHadCome() {
        assistant.stream("dave", "What is it?").take(25).blockLast();
        assertThat(used("dave")).isEqualTo(25);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Assistant assistant() {
            return new Assistant(new FakeModel());
        }
    }
}
