package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RateLimitsExtension.class)
class RateLimitsExtensionTests {

    private final RateLimiters limiters;

    @BeforeAll
    static void takesLimitsOfItsOwn(RateLimiters ofClass) {
        ofClass.declare("once", RateLimit.of(1, Duration.ofHours(1))).acquire();
    }

    RateLimitsExtensionTests(RateLimiters limiters) {
        this.limiters = limiters;
    }

    @RepeatedTest(2)
    void givesConstructorsUnusedLimitsForEachTest(RateLimiters ofMethod) {
        assertThat(limiters).isSameAs(ofMethod);
        assertThat(limiters.declare("once", RateLimit.of(1, Duration.ofHours(1)))
                        .tryAcquire())
                .isTrue();
    }
}
