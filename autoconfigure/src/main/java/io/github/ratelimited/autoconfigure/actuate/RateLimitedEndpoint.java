package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent.Cause;
import io.github.ratelimited.autoconfigure.RateLimitResetEvent;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Shows limiters to operators and lets them change limits for all instances. Every change is logged and published as a
 * {@link RateLimitChangedEvent} or {@link RateLimitResetEvent}. Safe for use by many threads.
 */
@Endpoint(id = "ratelimited")
public final class RateLimitedEndpoint {

    private static final Logger log = LoggerFactory.getLogger(RateLimitedEndpoint.class);

    /** What stands behind the name of a limiter. */
    private static final String BLOCK = "block";

    private final KnownLimiters known;
    private final ApplicationEventPublisher events;
    private final BlockOperations blocks;

    /**
     * Makes the endpoint.
     *
     * @param known the limiters
     * @param events where changes are published
     * @param blocks what is done with blocks
     */
    RateLimitedEndpoint(KnownLimiters known, ApplicationEventPublisher events, BlockOperations blocks) {
        this.known = known;
        this.events = events;
        this.blocks = blocks;
    }

    /**
     * What became of a limit.
     *
     * @param name name of the limiter
     * @param before the limit before
     * @param after the limit in force now, {@code null} for none
     */
    public record Change(
            String name, RateLimit before, @Nullable RateLimit after) {}

    /**
     * All limiters.
     *
     * @return limiters sorted by name, and the keys denied most
     */
    @ReadOperation
    public KnownLimiters.All limiters() {
        return known.all();
    }

    /**
     * One limiter.
     *
     * @param name name of the limiter
     * @param key for whom it counts, {@code null} for the limiter without a key
     * @return the limiter and its state, {@code null} when there is none
     */
    @ReadOperation
    public KnownLimiters.@Nullable State limiter(@Selector String name, @Nullable String key) {
        return known.state(name, key);
    }

    /**
     * Sets the limit for all instances, until it is taken back. What is left out stays.
     *
     * @param name name of the limiter
     * @param rate permits per interval
     * @param interval length of time the rate is for, with its unit, such as {@code 10s}
     * @param burst size of the bucket of {@code TOKEN_BUCKET}
     * @return the change
     */
    @WriteOperation
    public Change change(@Selector String name, @Nullable Long rate, @Nullable String interval, @Nullable Long burst) {
        if (rate == null && interval == null && burst == null) {
            throw invalid("rate, interval or burst must be given");
        }
        if (interval != null && interval.isBlank()) {
            throw invalid("interval must not be blank");
        }
        RateLimiter limiter = existing(name);
        RateLimit before = limiter.limit();
        RateLimit after = ChangedLimit.of(before, rate, interval, burst);
        try {
            ask(name, "the change to " + after, () -> limiter.setRate(after));
        } catch (IllegalArgumentException ex) {
            throw invalid(String.valueOf(ex.getMessage()));
        }
        return tell(name, before, after);
    }

    /**
     * Puts what is declared in force again, or with {@code state} makes the limiter forget the use of a key.
     *
     * @param name name of the limiter
     * @param key for whom it counts, only together with {@code state}
     * @param state whether to forget use instead
     * @return the change, {@code null} when use was forgotten
     */
    @DeleteOperation
    public @Nullable Change clear(@Selector String name, @Nullable String key, @Nullable Boolean state) {
        RateLimiter limiter = existing(name);
        if (Boolean.TRUE.equals(state)) {
            forget(limiter, key);
            return null;
        }
        if (key != null) {
            throw invalid("key needs state=true: a limit is the same for all keys");
        }
        RateLimit before = limiter.limit();
        ask(name, "taking back its change", limiter::clearRate);
        return tell(name, before, known.limit(name));
    }

    /**
     * The blocks of a limiter.
     *
     * @param name name of the limiter
     * @param what {@code block}
     * @param key for whom it counts, {@code null} for the limiter without a key
     * @return the rest of the block, and those that this instance has set or met; {@code null} for something else
     */
    @ReadOperation
    public BlockOperations.@Nullable State blocks(@Selector String name, @Selector String what, @Nullable String key) {
        return what.equals(BLOCK) ? blocks.state(known.forKey(existing(name), key)) : null;
    }

    /**
     * Blocks a key, or without one the whole limiter, for all instances.
     *
     * @param name name of the limiter
     * @param what {@code block}
     * @param key for whom it counts, {@code null} for the limiter
     * @param duration how long, with its unit, such as {@code 15m}
     * @return the blocks
     */
    @WriteOperation
    public BlockOperations.State block(
            @Selector String name, @Selector String what, @Nullable String key, @Nullable String duration) {
        return change(name, what, key, "the block", limiter -> blocks.block(limiter, duration));
    }

    /**
     * Lifts a block.
     *
     * @param name name of the limiter
     * @param what {@code block}
     * @param key for whom it counts, {@code null} for the limiter
     * @return the blocks
     */
    @DeleteOperation
    public BlockOperations.State unblock(@Selector String name, @Selector String what, @Nullable String key) {
        return change(name, what, key, "lifting the block", blocks::unblock);
    }

    private BlockOperations.State change(
            String name,
            String what,
            @Nullable String key,
            String words,
            Function<RateLimiter, BlockOperations.State> change) {
        if (!what.equals(BLOCK)) {
            throw invalid("Only 'block' can stand behind the name, but not '" + what + "'");
        }
        RateLimiter limiter = known.forKey(existing(name), key);
        AtomicReference<BlockOperations.@Nullable State> state = new AtomicReference<>();
        try {
            ask(name, words, () -> state.set(change.apply(limiter)));
        } catch (IllegalArgumentException | UnsupportedOperationException ex) {
            throw invalid(String.valueOf(ex.getMessage()));
        }
        return Objects.requireNonNull(state.get());
    }

    private void forget(RateLimiter limiter, @Nullable String key) {
        ask(limiter.name(), "forgetting use", known.forKey(limiter, key)::reset);
        log.info("Rate limit '{}' has forgotten the use of {}", limiter.name(), key == null ? "no key" : "a key");
        events.publishEvent(new RateLimitResetEvent(limiter.name(), key));
    }

    /** What was sent and not answered in time may be done all the same. */
    private static void ask(String name, String what, Runnable question) {
        try {
            question.run();
        } catch (RateLimiterUnavailableException ex) {
            log.warn("Rate limit '{}': {} may take effect later, because: {}", name, what, ex.getMessage());
            throw ex;
        }
    }

    private Change tell(String name, RateLimit before, @Nullable RateLimit after) {
        log.info("Rate limit '{}' was {} and is {} now", name, before, after == null ? "not set" : after);
        events.publishEvent(new RateLimitChangedEvent(name, before, after, Cause.ENDPOINT));
        return new Change(name, before, after);
    }

    private RateLimiter existing(String name) {
        RateLimiter limiter = known.find(name);
        if (limiter == null) {
            throw invalid("No rate limit named '" + name + "'");
        }
        return limiter;
    }

    static InvalidEndpointRequestException invalid(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }
}
