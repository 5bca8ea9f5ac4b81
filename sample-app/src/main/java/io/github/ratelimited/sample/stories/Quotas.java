package io.github.ratelimited.sample.stories;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimited;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A quota by the calendar for each user: 10 in each minute, whose turn you can watch, and 1,000 in each month. */
@RestController
class Quotas {

    @GetMapping("/api/quota")
    @RateLimited(
            name = "quota",
            rate = 10,
            interval = "1 minute",
            algorithm = Algorithm.CALENDAR_WINDOW,
            zone = "Europe/Berlin",
            key = "#user")
    @RateLimited(
            name = "quota-month",
            rate = 1_000,
            interval = "1 month",
            algorithm = Algorithm.CALENDAR_WINDOW,
            zone = "Europe/Berlin",
            key = "#user")
    Used use(@RequestParam String user) {
        return new Used(user, "one of the quota");
    }

    record Used(String user, String used) {}
}
