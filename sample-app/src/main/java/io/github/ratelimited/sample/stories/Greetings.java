package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Greets users, each of them 5 times in 10 seconds. */
@RestController
class Greetings {

    @GetMapping("/api/greetings")
    @RateLimited(name = "greetings", rate = 5, interval = "10s", key = "#user")
    Greeting greet(@RequestParam String user) {
        return new Greeting("Hello, " + user);
    }

    record Greeting(String text) {}
}
