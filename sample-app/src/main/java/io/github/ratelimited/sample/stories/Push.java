package io.github.ratelimited.sample.stories;

import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Sends messages through a vendor who limits calls and messages. More than 600 at once are answered with 422. */
@RestController
final class Push {

    private final Vendor vendor;

    Push(Vendor vendor) {
        this.vendor = vendor;
    }

    @PostMapping("/api/push")
    Sent push(@RequestBody List<String> messages) {
        vendor.send(messages);
        return new Sent(messages.size());
    }

    record Sent(int messages) {}
}
