package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import java.util.List;
import org.springframework.stereotype.Component;

/** Accepts 9,000 calls and 600 messages in 30 seconds, from all instances together. */
@Component
class Vendor {

    @RateLimited(name = "push-calls", rate = 9_000, interval = "30s")
    @RateLimited(name = "push-messages", rate = 600, interval = "30s", permits = "#messages.size()")
    void send(List<String> messages) {}
}
