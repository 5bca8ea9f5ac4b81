package io.github.ratelimited.test;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Moves the clock past all use of the tests before. */
final class UnusedLimits implements BeforeEachCallback {

    /** Far more than is reserved ahead for callers that wait. */
    private static final Duration RESERVED = Duration.ofHours(1);

    @Override
    public void beforeEach(ExtensionContext context) {
        ApplicationContext application = SpringExtension.getApplicationContext(context);
        RateLimiters limiters = application.getBean(RateLimiters.class);
        limiters.names().stream()
                .map(name -> untilUnused(limiters.get(name).limit()))
                .max(Duration::compareTo)
                .ifPresent(longest -> application.getBean(TestClock.class).advance(longest));
    }

    /** No state lasts longer: two windows, or the time in which a bucket is refilled. */
    private static Duration untilUnused(RateLimit limit) {
        long intervals = 2 + limit.burst() / limit.rate();
        return limit.interval().multipliedBy(intervals).plus(RESERVED);
    }
}
