package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Posts replies, 10 a minute for each user, so that nobody floods a discussion. */
@RestController
class Replies {

    @PostMapping("/api/replies")
    @RateLimited(name = "replies", rate = 10, interval = "1m", key = "#user")
    Reply reply(@RequestParam String user) {
        return new Reply(user, "posted");
    }

    record Reply(String user, String state) {}
}
