package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitResetEvent;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

    /** What stands behind the name of a limiter. */
    private static final String BLOCK = "block";

    private static final String KEYS = "keys";

    private final KnownLimiters known;
    private final LimitOperations limits;
    private final BlockOperations blocks;

    RateLimitedEndpoint(KnownLimiters known, ApplicationEventPublisher events, BlockOperations blocks) {
        this.known = known;
        this.limits = new LimitOperations(known, events);
        this.blocks = blocks;
    }

    /** {@return limiters sorted by name, and the keys rejected most} */
    @ReadOperation
    public KnownLimiters.All limiters() {
        return known.all();
    }

    /**
     * One limiter.
     *
     * @param name name of the limiter
     * @param key for whom it counts, several for a key of several parts, {@code null} for the limiter without a key
     * @param plan the plan that a call asks for, {@code null} for none
     * @return the limiter and its state, {@code null} when there is none
     */
    @ReadOperation
    public KnownLimiters.@Nullable State limiter(@Selector String name, @Nullable Object key, @Nullable String plan) {
        return supported(() -> known.state(name, key, plan));
    }

    /**
     * The blocks of a limiter, or the keys whose limits were set at run time.
     *
     * @param name name of the limiter
     * @param what {@code block} or {@code keys}
     * @param key whose block is meant, {@code null} for that of the limiter
     * @param after the last key of the page before, {@code null} to begin
     * @param size most keys of the page, 100 unless given, at most 1,000
     * @return the rest of the block and those that this instance has set or met, or a page of keys; {@code null} for something
     *     else
     */
    @ReadOperation
    public @Nullable Object part(
            @Selector String name,
            @Selector String what,
            @Nullable Object key,
            @Nullable String after,
            @Nullable Integer size) {
        RateLimiter limiter = known.find(name);
        if (limiter == null) {
            return null;
        }
        if (what.equals(BLOCK)) {
            return supported(() -> blocks.state(forKey(limiter, key)));
        }
        int most = size == null ? 100 : size;
        if (most < 1 || most > 1_000) {
            throw invalid("size must be from 1 to 1000, but is " + most);
        }
        return what.equals(KEYS) ? known.keys(name, after == null ? "" : after, most) : null;
    }

    /**
     * Sets the limit for all instances, until it is taken back. What is left out stays, but a burst that equals the rate
     * follows the rate.
     *
     * @param name name of the limiter
     * @param key whose limit alone is set, several for a key of several parts, {@code null} for that of the name
     * @param rate permits per interval
     * @param interval length of time the rate is for, with its unit, such as {@code 10s}
     * @param burst size of the bucket of {@code TOKEN_BUCKET}
     * @param validFor how long the limit of a key is in force, with its unit, {@code null} until it is taken back
     * @return the change
     */
    @WriteOperation
    public LimitOperations.Change change(
            @Selector String name,
            @Nullable Object key,
            @Nullable Long rate,
            @Nullable String interval,
            @Nullable Long burst,
            @Nullable String validFor) {
        if (rate == null && interval == null && burst == null) {
            throw invalid("rate, interval or burst must be given");
        }
        return limits.change(forKey(existing(name), key), rate, interval, burst, validFor);
    }

    private static RateLimiter forKey(RateLimiter limiter, @Nullable Object key) {
        return supported(() -> KnownLimiters.forKey(limiter, key));
    }

    /**
     * Puts what is declared in force again, or with {@code state} makes the limiter forget the use of a key.
     *
     * @param name name of the limiter
     * @param key whose limit or use is meant, several for a key of several parts, {@code null} for that of the name
     * @param state whether to forget use instead
     * @return the change, {@code null} when use was forgotten
     */
    @DeleteOperation
    public LimitOperations.@Nullable Change clear(
            @Selector String name, @Nullable Object key, @Nullable Boolean state) {
        RateLimiter limiter = forKey(existing(name), key);
        if (Boolean.TRUE.equals(state)) {
            limits.forget(limiter);
            return null;
        }
        return limits.clear(limiter);
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
            @Selector String name, @Selector String what, @Nullable Object key, @Nullable String duration) {
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
    public BlockOperations.State unblock(@Selector String name, @Selector String what, @Nullable Object key) {
        return change(name, what, key, "lifting the block", blocks::unblock);
    }

    private BlockOperations.State change(
            String name, String what, @Nullable Object key, String words, Consumer<RateLimiter> change) {
        if (!what.equals(BLOCK)) {
            throw invalid("Only 'block' can follow the name in the path, but it is '" + what + "'");
        }
        RateLimiter limiter = forKey(existing(name), key);
        return supported(() -> {
            LimitOperations.ask(name, words, () -> change.accept(limiter));
            return blocks.state(limiter);
        });
    }

    private static <T extends @Nullable Object> T supported(Supplier<T> question) {
        try {
            return question.get();
        } catch (IllegalArgumentException | UnsupportedOperationException ex) {
            throw invalid(String.valueOf(ex.getMessage()));
        }
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
