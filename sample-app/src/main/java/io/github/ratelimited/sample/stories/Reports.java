package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import java.time.Instant;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reports that a database can make only now and then: callers queue for their turn. */
@RestController
class Reports {

    @GetMapping("/api/reports")
    @RateLimited("reports")
    Report report() {
        return new Report(Instant.now());
    }

    record Report(Instant madeAt) {}
}
