package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A door with a code. Users who guess are blocked for a while; right codes cost nothing. */
@RestController
class Codes {

    private static final String RIGHT = "4711";

    @PostMapping("/api/codes")
    @RateLimited(
            name = "codes",
            key = "#user",
            rate = 3,
            interval = "5s",
            settle = "#error != null ? 1 : 0",
            blockFor = "10s")
    Door open(@RequestParam String user, @RequestParam String code) {
        if (!code.equals(RIGHT)) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "The code is wrong.");
        }
        return new Door("open for " + user);
    }

    record Door(String door) {}
}
