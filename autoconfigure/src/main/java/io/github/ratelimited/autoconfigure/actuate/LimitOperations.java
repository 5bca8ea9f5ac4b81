package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent.Cause;
import io.github.ratelimited.autoconfigure.RateLimitResetEvent;
import io.github.ratelimited.interceptor.definition.AttributeParser;
import io.github.ratelimited.limits.LimitConflict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;

/** What operators do with the limits of names and keys. */
final class LimitOperations {

    private static final Logger log = LoggerFactory.getLogger(RateLimitedEndpoint.class);

    private final KnownLimiters known;
    private final ApplicationEventPublisher events;

    LimitOperations(KnownLimiters known, ApplicationEventPublisher events) {
        this.known = known;
        this.events = events;
    }

    /**
     * What became of a limit.
     *
     * @param key the key whose limit was changed, {@code null} for the limit of the name
     * @param after the limit in force now, {@code null} for none
     * @param untouched what a change of the name does not touch, {@code null} for a change of a key
     */
    public record Change(
            String name,
            @Nullable String key,
            RateLimit before,
            @Nullable RateLimit after,
            KnownLimiters.@Nullable Untouched untouched) {}

    Change change(
            RateLimiter limiter,
            @Nullable Long rate,
            @Nullable String interval,
            @Nullable Long burst,
            @Nullable String validFor) {
        RateLimit before = limiter.limit();
        RateLimit after;
        try {
            after = ChangedLimit.of(before, rate, interval, burst);
            Duration span = validFor == null ? null : AttributeParser.duration("validFor", validFor);
            // An operator names no algorithm, so the key follows its name to the other sliding window.
            RateLimit given = keyOf(limiter) == null ? after : LimitConflict.byRate(after);
            Runnable set = span == null ? () -> limiter.setRate(given) : () -> limiter.setRate(given, span);
            ask(limiter.name(), "the change to " + after, set);
        } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException ex) {
            throw RateLimitedEndpoint.invalid(String.valueOf(ex.getMessage()));
        }
        return publish(limiter, before, after);
    }

    Change clear(RateLimiter limiter) {
        RateLimit before = limiter.limit();
        ask(limiter.name(), "taking back its change", limiter::clearRate);
        return publish(limiter, before, known.limit(limiter));
    }

    void forget(RateLimiter limiter) {
        String key = keyOf(limiter);
        ask(limiter.name(), "forgetting use", limiter::reset);
        log.info("Rate limit '{}' was reset{}", limiter.name(), key == null ? "" : " for one key");
        events.publishEvent(new RateLimitResetEvent(limiter.name(), key));
    }

    private static @Nullable String keyOf(RateLimiter limiter) {
        return limiter.key().isEmpty() ? null : limiter.key();
    }

    /** What was sent and not answered in time may be done all the same. */
    static void ask(String name, String what, Runnable question) {
        try {
            question.run();
        } catch (RateLimiterUnavailableException ex) {
            log.warn("Rate limit '{}': {} may take effect later, because: {}", name, what, ex.getMessage());
            throw ex;
        }
    }

    private Change publish(RateLimiter limiter, RateLimit before, @Nullable RateLimit after) {
        String name = limiter.name();
        String key = keyOf(limiter);
        log.info(
                "Rate limit '{}'{} was {} and is {} now",
                name,
                key == null ? "" : " of one key",
                before,
                after == null ? "not set" : after);
        events.publishEvent(new RateLimitChangedEvent(name, before, after, Cause.ENDPOINT, key));
        return new Change(name, key, before, after, key == null ? known.untouched(name) : null);
    }
}
