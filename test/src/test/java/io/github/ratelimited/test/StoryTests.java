package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RateLimitsExtension.class)
class StoryTests {

    @Test
    void aTicketComesBackAnHourAfterItWasTaken(RateLimiters limiters, TestClock clock) {
        RateLimiter ride = limiters.declare("ride", RateLimit.of(2, Duration.ofHours(1)));
        ride.acquire();
        clock.advance("20m");
        ride.acquire();
        assertThat(ride).isExhausted();
        clock.advance("40m");
        assertThat(ride).hasAvailablePermits(1);
    }
}
