package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import java.time.Instant;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An ice ride for a few guests an hour. The limit is in {@code application.yml}. */
@RestController
class Rides {

    private final RateLimiters limiters;

    Rides(RateLimiters limiters) {
        this.limiters = limiters;
    }

    @PostMapping("/api/rides")
    @RateLimited("rides")
    Ticket ride() {
        return new Ticket(
                "ice ride", Instant.now().plus(limiters.get("rides").limit().interval()));
    }

    /**
     * A place on the ride.
     *
     * @param ride name of the ride
     * @param backAt when the permit is available again
     */
    record Ticket(String ride, Instant backAt) {}
}
