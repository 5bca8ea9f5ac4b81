package io.github.ratelimited.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisclosureTests {

    @ParameterizedTest
    @CsvSource({"58, 50, 29, true", "58, 50, 30, false", "29, 100, 29, true", "7, 15, 1, true", "7, 15, 2, false"})
    void tellsOfLimitsWithNoMoreThanTheShareLeft(long burst, int headersBelow, long remaining, boolean shown) {
        RateLimit limit = RateLimit.of(burst, Duration.ofHours(1));
        Decision decision = Decision.of("any", limit).remaining(remaining).build();

        assertThat(new Disclosure(name -> true, headersBelow, true).shows(decision))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true"})
    void tellsOfRejectionsOnlyWhereNobodyKnowsWhatIsLeft(boolean allowed, boolean shown) {
        RateLimit limit = RateLimit.of(5, Duration.ofHours(1));
        Decision decision =
                Decision.of("any", limit).allowed(allowed).remaining(0).build();

        assertThat(new Disclosure(name -> true, 100, false).shows(decision)).isEqualTo(shown);
    }
}
