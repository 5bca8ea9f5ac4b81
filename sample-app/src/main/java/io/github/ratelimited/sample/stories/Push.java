package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Sends messages through a vendor who limits calls and messages. */
@RestController
final class Push {

    private final Vendor vendor;
    private final RateLimiters limiters;

    Push(Vendor vendor, RateLimiters limiters) {
        this.vendor = vendor;
        this.limiters = limiters;
    }

    @PostMapping("/api/push")
    Sent push(@RequestBody List<String> messages) {
        requireEverPossible(messages.size());
        vendor.send(messages);
        return new Sent(messages.size());
    }

    /** A request above the whole limit is the client's mistake: it would be refused at any time. */
    private void requireEverPossible(int messages) {
        RateLimit limit = limiters.get(Vendor.MESSAGES).limit();
        if (messages > limit.maxPermits()) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST,
                    "At most " + limit.maxPermits() + " messages can go at once, but these are " + messages
                            + ": the vendor takes no more in "
                            + limit.interval().toSeconds() + " seconds. Send them in parts.");
        }
    }

    record Sent(int messages) {}
}
