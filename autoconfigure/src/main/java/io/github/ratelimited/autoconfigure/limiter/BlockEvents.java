package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitBlockedEvent;
import io.github.ratelimited.autoconfigure.RateLimitUnblockedEvent;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes blocks and their ends. */
record BlockEvents(ApplicationEventPublisher events) implements LimiterObserver {

    @Override
    public void blocked(LimiterKey limiterKey, Duration left, boolean here) {
        events.publishEvent(new RateLimitBlockedEvent(limiterKey.limiter(), key(limiterKey), left, here));
    }

    @Override
    public void unblocked(LimiterKey limiterKey) {
        events.publishEvent(new RateLimitUnblockedEvent(limiterKey.limiter(), key(limiterKey)));
    }

    private static @Nullable String key(LimiterKey limiterKey) {
        return limiterKey.key().isEmpty() ? null : limiterKey.key();
    }
}
