package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseLengthTests {

    private final LeaseLength length = new LeaseLength(Duration.ofMillis(100));

    /** Of limits that were changed while the application runs. */
    @ParameterizedTest
    @CsvSource({"PT1H, 100", "PT1S, 100", "PT0.5S, 50", "PT0.1S, 10", "PT0.09S, 0"})
    void isAtMostATenthOfTheInterval(Duration interval, long millis) {
        assertThat(length.nanosFor(RateLimit.of(5, interval))).isEqualTo(millis * 1_000_000);
    }

    @Test
    void isNothingForLimitsThatCannotBeLeased() {
        RateLimit limit = RateLimit.of(5, Duration.ofMinutes(1));
        assertThat(length.nanosFor(limit.withAlgorithm(Algorithm.LEAKY_BUCKET))).isZero();
        assertThat(length.nanosFor(limit.withType(RateType.PER_CLIENT))).isZero();
    }
}
