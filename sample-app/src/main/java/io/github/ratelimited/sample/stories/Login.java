package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * A login where only failures count: users with the right password log in as often as they like. The limit is in
 * {@code application.yml}.
 */
@RestController
class Login {

    @PostMapping("/api/login")
    @RateLimited(name = "login", key = "#user", settle = "#error == null ? 0 : 1")
    Session login(@RequestParam String user, @RequestParam String password) {
        if (!password.equals("secret")) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "This is not the password");
        }
        return new Session(user);
    }

    record Session(String user) {}
}
