package io.github.ratelimited.sample.stories;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Anybody may ask for the time. The limit is a route in application.yml, not an annotation. */
@RestController
class PublicTime {

    @GetMapping("/api/public/time")
    Time time() {
        return new Time(LocalTime.now().truncatedTo(ChronoUnit.SECONDS));
    }

    record Time(LocalTime time) {}
}
