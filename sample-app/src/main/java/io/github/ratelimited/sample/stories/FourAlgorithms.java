package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.stereotype.Component;

/** The same limit four times; {@code application.yml} says how each counts. */
@Component
class FourAlgorithms {

    @RateLimited(name = "sliding-window", fallback = "rejected")
    boolean slidingWindow() {
        return true;
    }

    @RateLimited(name = "fixed-window", fallback = "rejected")
    boolean fixedWindow() {
        return true;
    }

    @RateLimited(name = "token-bucket", fallback = "rejected")
    boolean tokenBucket() {
        return true;
    }

    @RateLimited(name = "leaky-bucket", fallback = "rejected")
    boolean leakyBucket() {
        return true;
    }

    boolean rejected() {
        return false;
    }
}
