package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.stereotype.Component;

/** The same limit four times; {@code application.yml} says how each counts. */
@Component
class FourAlgorithms {

    @RateLimited(name = "sliding-window", fallback = "refused")
    boolean slidingWindow() {
        return true;
    }

    @RateLimited(name = "fixed-window", fallback = "refused")
    boolean fixedWindow() {
        return true;
    }

    @RateLimited(name = "token-bucket", fallback = "refused")
    boolean tokenBucket() {
        return true;
    }

    @RateLimited(name = "leaky-bucket", fallback = "refused")
    boolean leakyBucket() {
        return true;
    }

    boolean refused() {
        return false;
    }
}
