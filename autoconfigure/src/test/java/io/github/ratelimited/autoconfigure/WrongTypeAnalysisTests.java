package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** How a value is to be written that has another type. */
@ExtendWith(OutputCaptureExtension.class)
class WrongTypeAnalysisTests {

    private final CapturedOutput output;

    WrongTypeAnalysisTests(CapturedOutput output) {
        this.output = output;
    }

    @Test
    void showsHowToWriteWhatYamlHasReadAsAnotherType() {
        FailedStart.of(
                output,
                Map.of(
                        "ratelimited.limiters.login.rate", true,
                        "ratelimited.limiters.login.interval", false,
                        "ratelimited.limiters.login.timeout", true,
                        "ratelimited.limiters.login.zone", false,
                        "ratelimited.limiters.login.type", 5,
                        "ratelimited.http.headers", 7),
                "--ratelimited.order=high");

        assertThat(output)
                .contains("Reason: \"high\" has another type")
                .contains("Use a whole number such as 100.")
                .contains("Use a duration such as 500ms, 10s, 1m, 1h, 1d or PT1M, or with CALENDAR_WINDOW")
                .contains("Use a time zone such as Europe/Berlin")
                .contains("Use one of [OVERALL, PER_CLIENT].")
                .contains("Use true or false.")
                .doesNotContain("group of settings", "No enum constant", "For input string", "Index 5");
    }

    @Test
    void namesTheValuesOfAnEnum() {
        FailedStart.of(output, Map.of(), "--ratelimited.limiters.login.algorithm=fast");

        assertThat(output)
                .contains("Property: ratelimited.limiters.login.algorithm")
                .contains("Value: \"fast\"")
                .contains("Use one of [SLIDING_WINDOW, ");
    }

    @Test
    void namesTheStoresForAnUnknownOne() {
        FailedStart.of(output, Map.of(), "--ratelimited.store=memcached");

        assertThat(output)
                .contains("Property: ratelimited.store")
                .contains("Value: \"memcached\"")
                .contains("Use one of [REDIS, LOCAL, RRATELIMITER]");
    }

    @Test
    void showsHowToWriteADuration() {
        FailedStart.of(output, Map.of(), "--ratelimited.defaults.interval=soon");

        assertThat(output).contains("Property: ratelimited.defaults.interval").contains("such as 500ms, 10s, 1m");
    }

    @Test
    void asksForTheUnitOfADuration() {
        FailedStart.of(output, Map.of(), "--ratelimited.limiters.login.interval=${ten}", "--ten=10");

        assertThat(output)
                .contains("Property: ratelimited.limiters.login.interval")
                .contains("Reason: ratelimited.limiters.login.interval needs a unit, such as '10s', but is '10'")
                .contains("such as 500ms, 10s, 1m");
    }
}
