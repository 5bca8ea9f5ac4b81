package io.github.ratelimited.local;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.limiter.HoldContract;

class LocalHoldTests extends HoldContract {

    @Override
    protected RateLimiters open() {
        return LocalRateLimiters.builder().clock(clock).build();
    }
}
