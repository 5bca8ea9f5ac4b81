package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import jakarta.annotation.PostConstruct;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.InitializingBean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.ParallelFlux;

/** All mistakes of a method's limits are told at once, when the application starts. */
public class MethodMistakesTests {

    @RateLimited(rate = 5, interval = "1s")
    static class LimitedClass {

        public void fine() {}

        @RateLimited(name = "a", value = "b", rate = 1, interval = "1s")
        public void twoNames() {}
    }

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

        @RateLimited(key = "#user")
        public void nameless(String user) {}

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

        @RateLimited(rate = 5, interval = "1s", condition = "'x'")
        public void neitherTrueNorFalse() {}

        @RateLimited(rate = 5, interval = "1s", key = " ")
        public void blankKey() {}

        @RateLimited(rate = 5, interval = "1s", condition = "${unset:}")
        public void conditionFromAnEmptyProperty() {}

        @RateLimited(rate = 5, interval = "1s", key = "")
        public void noKey() {}

        @RateLimited(rate = 5, interval = "1s", plan = "1")
        public void planOfANumber() {}

        @RateLimited(rate = 5, interval = "1s", timeout = "-2s")
        public void negativeTimeout() {}

        @RateLimited(rateString = "${missing}", interval = "1s")
        public void missingPlaceholder() {}

        @RateLimited(name = "same", rate = 1, interval = "1s")
        public void same() {}

        @RateLimited(name = "same", rate = 2, interval = "1s")
        public void sameButDifferent() {}

        @RateLimited(rate = 1, interval = "1s")
        public OwnStage stage() {
            return new OwnStage();
        }

        @RateLimited(rate = 1, interval = "1s")
        public ParallelFlux<String> publisher() {
            return Flux.just("a").parallel();
        }
    }

    static class OwnStage extends CompletableFuture<String> {}

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

    public static List<Finding> findings(AspectContext context) {
        try (context) {
            RateLimitConfigurationException failure =
                    catchThrowableOfType(RateLimitConfigurationException.class, context::start);
            assertThat(failure).as("start-up fails").isNotNull();
            failure.getFindings().forEach(finding -> assertThat(failure).hasMessageContaining(finding.toString()));
            return failure.getFindings();
        }
    }

    private static void assertFinding(List<Finding> findings, String method, String what) {
        String place = MethodMistakesTests.class.getName() + ".Wrong." + method;
        assertThat(findings)
                .filteredOn(finding -> finding.where().equals(place))
                .as(place)
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains(what))
                .satisfies(finding -> assertThat(finding.action()).isNotBlank());
    }

    /** Its methods are looked at for fallbacks of each other. */
    @Test
    void tellsMistakesOfMethodsOfALimitedClass() {
        assertThat(findings(AspectContext.of(LimitedClass.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.where()).endsWith("LimitedClass.twoNames()"));
    }

    @Test
    void tellsAllMistakesAtOnce() {
        List<Finding> findings = findings(AspectContext.of(Wrong.class));
        assertFinding(findings, "finalMethod()", "The method is final");
        assertFinding(findings, "privateMethod()", "It is private");
        assertFinding(findings, "staticMethod()", "It is static");
        assertFinding(findings, "callback()", "The container calls this method");
        assertFinding(findings, "unknownVariable(String)", "key '#usr' uses the unknown variable #usr");
        assertFinding(findings, "noExpression(String)", "key '#user..name' is not an expression");
        assertFinding(findings, "unknownName()", "No rate limit named 'nowhere'");
        assertThat(findings)
                .filteredOn(finding -> finding.where().endsWith("nameless(String)"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.action())
                        .isEqualTo("Set rate and interval in the annotation or in ratelimited.limiters.["
                                + Wrong.class.getName().replace('$', '.') + ".nameless]"));
        assertFinding(findings, "noInterval()", "The interval for the rate of 1 is missing");
        assertFinding(findings, "noRate()", "Wrong.noRate': The rate is missing");
        assertFinding(findings, "rateOfZero()", "rate must be at least 1, but is 0");
        assertFinding(findings, "rateTwice()", "rate is set twice: rate = 1 and rateString = 1");
        assertFinding(findings, "twoAlgorithms()", "at most one value, but has TOKEN_BUCKET, FIXED_WINDOW");
        assertFinding(findings, "badName()", "The name of a rate limit must be letters");
        assertFinding(findings, "twoNames()", "name");
        assertFinding(findings, "neverGranted()", "permits must be at most 5");
        assertFinding(findings, "negativePermits()", "must be at least 0, but are -1");
        assertFinding(findings, "neitherTrueNorFalse()", "must be true or false");
        assertFinding(findings, "blankKey()", "key ' ' is blank");
        assertFinding(findings, "conditionFromAnEmptyProperty()", "condition '${unset:}' is blank");
        assertFinding(findings, "planOfANumber()", "must be a text, an enum or null, but is a java.lang.Integer");
        assertFinding(findings, "negativeTimeout()", "timeout must be 0, positive, or -1");
        assertFinding(findings, "missingPlaceholder()", "missing");
        assertFinding(findings, "sameButDifferent()", "Rate limit 'same' is 2 per PT1S");
        assertFinding(findings, "stage()", "return CompletionStage or CompletableFuture");
        assertFinding(
                findings,
                "publisher()",
                "ParallelFlux is asynchronous and of a kind that only the method itself can make");
        assertThat(findings).hasSize(26);
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
}
