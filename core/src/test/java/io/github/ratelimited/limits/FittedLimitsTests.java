package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FittedLimitsTests {

    private static final RateLimit FEW = RateLimit.of(5, Duration.ofMinutes(1));
    private static final RateLimit MANY = RateLimit.of(200_000, Duration.ofMinutes(1));

    private final FittedLimits fitted = new FittedLimits();

    @Test
    void areTheSameObjectEachTime() {
        AppliedLimit first = fitted.beside(MANY, new AppliedLimit(FEW, Origin.KEY));

        assertThat(first.limit()).isEqualTo(MANY.withRate(5, 5));
        assertThat(fitted.beside(MANY, new AppliedLimit(FEW, Origin.KEY))).isSameAs(first);
    }

    @Test
    void areWhatWasGivenWhereNothingIsToFit() {
        AppliedLimit given = new AppliedLimit(FEW, Origin.KEY);
        fitted.beside(MANY, given);

        assertThat(fitted.beside(FEW, given)).isSameAs(given);
        assertThat(fitted.beside(FEW.withAlgorithm(Algorithm.TOKEN_BUCKET), given))
                .isSameAs(given);
    }

    @Test
    void countManyKeys() {
        for (int rate = 1; rate <= 20_001; rate++) {
            RateLimit limit = RateLimit.of(rate, Duration.ofMinutes(1));
            assertThat(fitted.beside(MANY, new AppliedLimit(limit, Origin.KEY)).limit())
                    .isEqualTo(MANY.withRate(rate, rate));
        }
    }
}
