package io.github.ratelimited.sample.stories;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Asks four limiters of the same rate at once, so that one sees how their algorithms differ. */
@RestController
final class Comparison {

    private final FourAlgorithms algorithms;

    Comparison(FourAlgorithms algorithms) {
        this.algorithms = algorithms;
    }

    @GetMapping("/api/comparison")
    Allowed compare() {
        return new Allowed(
                algorithms.slidingWindow(),
                algorithms.fixedWindow(),
                algorithms.tokenBucket(),
                algorithms.leakyBucket());
    }

    record Allowed(boolean slidingWindow, boolean fixedWindow, boolean tokenBucket, boolean leakyBucket) {}
}
