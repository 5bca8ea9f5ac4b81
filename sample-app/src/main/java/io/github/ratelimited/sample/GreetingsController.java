package io.github.ratelimited.sample;

import io.github.ratelimited.sample.Greetings.Greeting;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class GreetingsController {

    private final Greetings greetings;

    GreetingsController(Greetings greetings) {
        this.greetings = greetings;
    }

    @GetMapping("/api/greetings")
    Greeting greet(@RequestParam String user) {
        return greetings.greet(user);
    }
}
