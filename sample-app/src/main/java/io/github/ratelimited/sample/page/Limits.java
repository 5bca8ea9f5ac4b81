package io.github.ratelimited.sample.page;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/** Changes limits while they are used, for all instances. */
@Component
final class Limits {

    private final RateLimiters limiters;

    Limits(RateLimiters limiters) {
        this.limiters = limiters;
    }

    void set(String name, long rate) {
        RateLimiter limiter = known(name);
        RateLimit old = limiter.limit();
        try {
            limiter.setRate(RateLimit.of(rate, old.interval())
                    .withAlgorithm(old.algorithm())
                    .withType(old.type()));
        } catch (IllegalArgumentException ex) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, ex.getMessage(), ex);
        }
    }

    void clear(String name) {
        known(name).clearRate();
    }

    private RateLimiter known(String name) {
        if (!limiters.names().contains(name)) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "No rate limit named '" + name + "'");
        }
        return limiters.get(name);
    }
}
