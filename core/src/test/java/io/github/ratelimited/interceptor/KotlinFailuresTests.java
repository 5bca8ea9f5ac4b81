package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import org.junit.jupiter.api.Test;

class KotlinFailuresTests {

    @Test
    void aFallbackMayOnlyEverFail() {
        FailureCallers callers = new FailureCallers();
        try (AspectContext context = AspectContext.of(Failures.class).start()) {
            Failures failures = context.get(Failures.class);
            assertThat(failures.find()).isEqualTo("found");
            assertThat(callers.load(failures)).isEqualTo("loaded");
            assertThatIllegalStateException().isThrownBy(failures::find).withMessage("no more of failing");
            assertThatIllegalStateException()
                    .isThrownBy(() -> callers.load(failures))
                    .withMessage("no more of failingLater");
        }
    }

    @Test
    void aSuspendingFunctionThatOnlyFailsIsAFindingAtStartup() {
        try (AspectContext context = AspectContext.of(Never.class)) {
            assertThatExceptionOfType(RateLimitConfigurationException.class)
                    .isThrownBy(context::start)
                    .withMessageContaining("Never.never()")
                    .withMessageContaining("returns Nothing, which no proxy of Spring can call");
        }
    }

    @Test
    void mistakesOfSuspendingFunctionsNameTheParametersOfTheSource() {
        try (AspectContext context = AspectContext.of(Misspelt.class)) {
            assertThatExceptionOfType(RateLimitConfigurationException.class)
                    .isThrownBy(context::start)
                    .withMessageContaining("Misspelt.load(String)")
                    .withMessageContaining("uses the unknown variable #usr; known are [a0, p0, user]")
                    .withMessageContaining(
                            "must have the parameters (String) or (String,RateLimitExceededException), but later(int) has")
                    .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("Continuation"));
        }
    }

    @Test
    void aClassThatIsNotOpenIsAFindingAtStartup() {
        try (AspectContext context = AspectContext.of(Closed.class)) {
            assertThatExceptionOfType(RateLimitConfigurationException.class)
                    .isThrownBy(context::start)
                    .withMessageContaining(
                            "is final, so no proxy can intercept it. Write open, or use the compiler plugin");
        }
    }
}
