package io.github.ratelimited.test;

import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Moves the clock past all use of the tests before, and past what they reserved ahead for callers that wait. */
final class UnusedLimits implements BeforeEachCallback {

    private static final Duration DEFAULT_HORIZON = Duration.ofSeconds(30);

    @Override
    public void beforeEach(ExtensionContext context) {
        ApplicationContext application = SpringExtension.getApplicationContext(context);
        RateLimiters limiters = application.getBean(RateLimiters.class);
        Duration longest = limiters.names().stream()
                .map(name -> UsedLimits.untilUnused(limiters.get(name).limit()))
                .reduce(application.getBean(UsedLimits.class).untilUnused(), UsedLimits::longer);
        application.getBean(TestClock.class).advance(longest.plus(reserved(application)));
    }

    private static Duration reserved(ApplicationContext application) {
        return Binder.get(application.getEnvironment())
                .bind("ratelimited.reservation-horizon", Duration.class)
                .orElse(DEFAULT_HORIZON);
    }
}
