package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.autoconfigure.web.RateLimitedWebAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** Settings that are on or off, in all spellings that Spring Boot reads. */
class SwitchTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RateLimitedAutoConfiguration.class, RateLimitedWebAutoConfiguration.class))
            .withBean(Api.class)
            .withPropertyValues("ratelimited.store=local");

    static class Api {

        @RateLimited(name = "api", rate = 1, interval = "1h")
        public String call() {
            return "answer";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", "on", "yes", "1"})
    void on(String on) {
        runner.withPropertyValues("ratelimited.enabled=" + on, "ratelimited.http.headers=" + on)
                .withPropertyValues("ratelimited.http.problem-details=" + on)
                .run(context -> {
                    Api api = context.getBean(Api.class);
                    assertThat(api.call()).isEqualTo("answer");
                    assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::call);
                    assertThat(context).hasBean("rateLimitFields").hasBean("rateLimitProblems");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "FALSE", "off", "no", "0"})
    void off(String off) {
        runner.withPropertyValues("ratelimited.enabled=" + off, "ratelimited.http.headers=" + off)
                .withPropertyValues("ratelimited.http.problem-details=" + off)
                .run(context -> {
                    Api api = context.getBean(Api.class);
                    api.call();
                    assertThat(api.call()).isEqualTo("answer");
                    assertThat(context.getBean(RateLimiters.class).get("api").tryAcquire())
                            .isTrue();
                    assertThat(context).doesNotHaveBean("rateLimitFields").doesNotHaveBean("rateLimitProblems");
                });
    }

    @Test
    void neither() {
        runner.withPropertyValues("ratelimited.enabled=maybe")
                .run(context -> assertThat(context).hasFailed());
    }
}
