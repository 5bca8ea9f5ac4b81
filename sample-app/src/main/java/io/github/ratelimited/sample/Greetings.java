package io.github.ratelimited.sample;

import io.github.ratelimited.RateLimited;
import org.springframework.stereotype.Service;

/** What costs so much that each user gets only a few. */
@Service
class Greetings {

    @RateLimited(name = "greetings", rate = 5, interval = "10s", key = "#user")
    Greeting greet(String user) {
        return new Greeting("Hello, " + user);
    }

    record Greeting(String text) {}
}
