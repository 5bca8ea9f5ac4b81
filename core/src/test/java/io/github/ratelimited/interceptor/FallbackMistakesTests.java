package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;

class FallbackMistakesTests {

    static class Wrong {

        @RateLimited(rate = 1, interval = "1s", fallback = "nowhere")
        public String missing() {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "other")
        public String parameters(String user) {
            return "";
        }

        public String other(int number) {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "wide")
        public String returned() {
            return "";
        }

        public Object wide() {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "itself")
        public String itself() {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "@nobody.answer")
        public String bean(String user) {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "@answers")
        public String noMethod(String user) {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "@answers.secret")
        public String secret(String user) {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "@made.answer")
        public String made(String user) {
            return "";
        }

        @RateLimited(rate = 1, interval = "1s", fallback = "@answers.nowhere")
        public String missingThere(String user) {
            return "";
        }
    }

    static class Twofold {

        @RateLimited(name = "transfers", rate = 1, interval = "1s", key = "#from", fallback = "sender")
        @RateLimited(name = "transfers", rate = 1, interval = "1s", key = "#to", fallback = "recipient")
        public String send(String from, String to) {
            return "";
        }

        @RateLimited(name = "calls", rate = 1, interval = "1s", key = "#from", fallback = "sender")
        @RateLimited(name = "calls", rate = 1, interval = "1s", key = "#to", fallback = "sender")
        @RateLimited(name = "all", rate = 1, interval = "1s", fallback = "recipient")
        public String call(String from, String to) {
            return "";
        }

        String sender(String from, String to) {
            return "";
        }

        String recipient(String from, String to) {
            return "";
        }
    }

    static class Unset {

        @RateLimited(rate = 1, interval = "1s", fallback = "${unset}")
        public void call() {}
    }

    static class Typed implements UnaryOperator<String> {

        @Override
        @RateLimited(rate = 1, interval = "1s", fallback = "apply")
        public String apply(String user) {
            return user;
        }
    }

    static class Factory implements FactoryBean<Object> {

        @Override
        public Object getObject() {
            return new FallbackTests.Answers();
        }

        @Override
        public Class<?> getObjectType() {
            return null;
        }
    }

    static class Beans {

        @Bean
        Factory made() {
            return new Factory();
        }

        @Bean
        FallbackTests.Answers answers() {
            return new FallbackTests.Answers();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "missing(), has no method 'nowhere'",
        "parameters(String), 'must have the parameters (String) or (String,RateLimitExceededException), but other(int)'",
        "returned(), 'fallback ''wide'' returns java.lang.Object, which is no java.lang.String'",
        "itself(), is the limited method itself",
        "bean(String), names the unknown bean 'nobody'",
        "secret(String), fallback '@answers.secret' is private in another bean",
        "made(String), 'names the bean ''made'', whose class is not known at startup'",
        "noMethod(String), must be a method or @bean.method",
        "missingThere(String), Answers has no method 'nowhere'"
    })
    void failsTheStartWhenItDoesNotFit(String method, String what) {
        try (AspectContext context = AspectContext.of(Wrong.class, Beans.class)) {
            RateLimitConfigurationException failure =
                    catchThrowableOfType(RateLimitConfigurationException.class, context::start);
            assertThat(failure.getFindings())
                    .filteredOn(finding -> finding.where().endsWith(".Wrong." + method))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.what()).contains(what))
                    .satisfies(finding -> assertThat(finding.action()).startsWith("Name a method"));
            assertThat(failure.getFindings()).hasSize(9);
        }
    }

    @Test
    void failsTheStartWhenItIsTheLimitedMethodUnderAnotherType() {
        assertThat(MethodMistakesTests.findings(AspectContext.of(Typed.class)))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.what()).isEqualTo("fallback 'apply' is the limited method itself"));
    }

    @Test
    void failsTheStartWhenItsPropertyIsNotSet() {
        assertThat(MethodMistakesTests.findings(
                        AspectContext.of(Unset.class, PropertySourcesPlaceholderConfigurer.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("placeholder 'unset'"));
    }

    @Test
    void failsTheStartWhenOneNameHasTwo() {
        try (AspectContext context = AspectContext.of(Twofold.class)) {
            RateLimitConfigurationException failure =
                    catchThrowableOfType(RateLimitConfigurationException.class, context::start);
            assertThat(failure.getFindings()).singleElement().satisfies(finding -> {
                assertThat(finding.where()).endsWith(".Twofold.send(String,String)");
                assertThat(finding.what())
                        .isEqualTo("Rate limit 'transfers' has the two fallbacks 'sender' and 'recipient'");
                assertThat(finding.action()).startsWith("Give one of the two another name");
            });
        }
    }
}
