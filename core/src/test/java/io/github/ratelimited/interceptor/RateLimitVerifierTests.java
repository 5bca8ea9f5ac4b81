package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimited;
import jakarta.annotation.PostConstruct;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;

class RateLimitVerifierTests {

    static class Wrong {

        @RateLimited(rate = 1, interval = "1s")
        public final void finalMethod() {}

        @RateLimited(rate = 1, interval = "1s")
        private void privateMethod() {}

        @RateLimited(rate = 1, interval = "1s")
        public static void staticMethod() {}

        @PostConstruct
        @RateLimited(rate = 1, interval = "1s")
        public void callback() {}

        @RateLimited(rate = 1, interval = "1s", key = "#usr")
        public void unknownVariable(String user) {}

        @RateLimited(rate = 1, interval = "1s", key = "#user..name")
        public void noExpression(String user) {}

        @RateLimited("nowhere")
        public void unknownName() {}

        @RateLimited(rate = 1)
        public void noInterval() {}

        @RateLimited(interval = "1s")
        public void noRate() {}

        @RateLimited(rate = 0, interval = "1s")
        public void rateOfZero() {}

        @RateLimited(rate = 1, rateString = "1", interval = "1s")
        public void rateTwice() {}

        @RateLimited(
                rate = 1,
                interval = "1s",
                algorithm = {Algorithm.TOKEN_BUCKET, Algorithm.FIXED_WINDOW})
        public void twoAlgorithms() {}

        @RateLimited(name = "not well formed", rate = 1, interval = "1s")
        public void badName() {}

        @RateLimited(name = "a", value = "b", rate = 1, interval = "1s")
        public void twoNames() {}

        @RateLimited(rate = 5, interval = "1s", permits = "6")
        public void neverGranted() {}

        @RateLimited(rate = 5, interval = "1s", permits = "-1")
        public void negativePermits() {}

        @RateLimited(rate = 5, interval = "1s", timeout = "-2s")
        public void negativeTimeout() {}

        @RateLimited(rateString = "${missing}", interval = "1s")
        public void missingPlaceholder() {}

        @RateLimited(name = "same", rate = 1, interval = "1s")
        public void same() {}

        @RateLimited(name = "same", rate = 2, interval = "1s")
        public void sameButDifferent() {}

        @RateLimited(rate = 1, interval = "1s")
        public CompletableFuture<String> stage() {
            return new CompletableFuture<>();
        }

        @RateLimited(rate = 1, interval = "1s")
        public Flow.Publisher<String> publisher() {
            return subscriber -> {};
        }
    }

    @RateLimited(rate = 1, interval = "1s")
    static final class Final {

        public void call() {}
    }

    static class Beans {

        @Bean
        @RateLimited(rate = 1, interval = "1s")
        String text() {
            return "text";
        }
    }

    static class Good {

        @RateLimited(rate = 1, interval = "1s")
        public void good() {}
    }

    static class Early implements BeanFactoryPostProcessor {

        @Override
        public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
            beanFactory.getBean(Good.class);
        }
    }

    static class Hasty implements InitializingBean {

        private final Wrong wrong;

        Hasty(Wrong wrong) {
            this.wrong = wrong;
        }

        @Override
        public void afterPropertiesSet() {
            wrong.noRate();
        }
    }

    interface Seen {

        void seen();
    }

    static class HalfSeen implements Seen {

        @Override
        @RateLimited(rate = 1, interval = "1s")
        public final void seen() {}

        @RateLimited(rate = 1, interval = "1s")
        public void unseen() {}
    }

    private static List<Finding> findings(AspectContext context) {
        try (context) {
            RateLimitConfigurationException failure =
                    catchThrowableOfType(RateLimitConfigurationException.class, context::start);
            assertThat(failure).as("start-up fails").isNotNull();
            failure.getFindings().forEach(finding -> assertThat(failure).hasMessageContaining(finding.toString()));
            return failure.getFindings();
        }
    }

    private static void assertFinding(List<Finding> findings, String method, String what) {
        String place = RateLimitVerifierTests.class.getName() + ".Wrong." + method;
        assertThat(findings)
                .filteredOn(finding -> finding.where().equals(place))
                .as(place)
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains(what))
                .satisfies(finding -> assertThat(finding.action()).isNotBlank());
    }

    @Test
    void tellsAllMistakesAtOnce() {
        List<Finding> findings = findings(AspectContext.of(Wrong.class));
        assertFinding(findings, "finalMethod()", "The method is final");
        assertFinding(findings, "privateMethod()", "It is private");
        assertFinding(findings, "staticMethod()", "It is static");
        assertFinding(findings, "callback()", "The container calls it");
        assertFinding(findings, "unknownVariable(String)", "key '#usr' uses the unknown variable #usr");
        assertFinding(findings, "noExpression(String)", "key '#user..name' is no expression");
        assertFinding(findings, "unknownName()", "No rate limit named 'nowhere'");
        assertFinding(findings, "noInterval()", "The interval for the rate of 1 is missing");
        assertFinding(findings, "noRate()", "Wrong.noRate': The rate is missing");
        assertFinding(findings, "rateOfZero()", "rate must be at least 1, but is 0");
        assertFinding(findings, "rateTwice()", "rate is set twice: rate = 1 and rateString = 1");
        assertFinding(findings, "twoAlgorithms()", "at most one value, but has TOKEN_BUCKET, FIXED_WINDOW");
        assertFinding(findings, "badName()", "The name 'not well formed' of a rate limit must be letters");
        assertFinding(findings, "twoNames()", "name");
        assertFinding(findings, "neverGranted()", "permits must be at most 5");
        assertFinding(findings, "negativePermits()", "must be at least 0, but is -1");
        assertFinding(findings, "negativeTimeout()", "timeout must be 0, positive, or -1");
        assertFinding(findings, "missingPlaceholder()", "missing");
        assertFinding(findings, "sameButDifferent()", "Rate limit 'same' is 2 per PT1S");
        assertFinding(findings, "stage()", "asynchronous");
        assertFinding(findings, "publisher()", "asynchronous");
        assertThat(findings).hasSize(21);
    }

    @Test
    void refusesCallsOfWrongMethodsDuringTheStartToo() {
        try (AspectContext context = AspectContext.of(Wrong.class, Hasty.class)) {
            assertThat(catchThrowable(context::start))
                    .isInstanceOf(BeanCreationException.class)
                    .rootCause()
                    .isInstanceOf(RateLimitConfigurationException.class)
                    .hasMessageContaining("Wrong.noRate(): Rate limit");
        }
    }

    @Test
    void namesFinalClass() {
        assertThat(findings(AspectContext.of(Final.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).startsWith("The class is final"));
    }

    @Test
    void namesBeanMethod() {
        assertThat(findings(AspectContext.of(Beans.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).startsWith("It is a @Bean method"));
    }

    @Test
    void namesBeanThatWasMadeTooEarly() {
        assertThat(findings(AspectContext.of(Good.class, Early.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("$Good"))
                .satisfies(finding -> assertThat(finding.what()).contains("No limit stands in front of bean"));
    }

    @Test
    void namesMethodThatNoInterfaceOfAJdkProxyHas() {
        assertThat(findings(AspectContext.withJdkProxies(HalfSeen.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("HalfSeen.unseen()"))
                .satisfies(finding -> assertThat(finding.what()).contains("is a JDK proxy"));
    }

    @Test
    void letsStandInsOfTestsBe() {
        try (AspectContext context = AspectContext.of(Good.class, Early.class)) {
            context.context()
                    .getBeanFactory()
                    .registerSingleton(
                            "org.springframework.test.context.bean.override.internalBeanOverrideRegistry", "");
            assertThat(context.start().get(Good.class)).isExactlyInstanceOf(Good.class);
        }
    }

    @Test
    void declaresTheLimitsOfAllMethodsForProgramsThatOnlyKnowTheName() {
        try (AspectContext context = AspectContext.of(Good.class).start()) {
            assertThat(context.limiters.names()).containsExactly(RateLimitVerifierTests.class.getName() + ".Good.good");
        }
    }
}
