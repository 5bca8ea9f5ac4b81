package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import java.time.Instant;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An ice ride for a few guests an hour. How many and how long is in {@code application.yml}. */
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
     * @param ride what for
     * @param backAt when somebody else can have it
     */
    record Ticket(String ride, Instant backAt) {}
}
