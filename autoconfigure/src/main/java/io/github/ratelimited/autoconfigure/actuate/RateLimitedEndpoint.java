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
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Shows limiters to operators and lets them change limits for all instances. Every change is logged and published as a
 * {@link RateLimitChangedEvent} or {@link RateLimitResetEvent}. Over HTTP the URL alone names the limiter. Safe for use by
 * many threads.
 */
@Endpoint(id = "ratelimited")
public final class RateLimitedEndpoint {

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
     * One limiter, its blocks, or the keys whose limits were set at run time.
     *
     * @param path name of the limiter, and {@code block} or {@code keys}
     * @param key for whom it counts, several for a key of several parts, {@code null} for the limiter without a key
     * @param plan the plan that a call asks for, {@code null} for none
     * @param after the last key of the page before, {@code null} to begin
     * @param size most keys of the page, 100 unless given, at most 1,000
     * @return the limiter and its state, the rest of the block and those that this instance has set or met, or a page of keys;
     *     {@code null} for something else
     */
    @ReadOperation
    public @Nullable Object show(
            @Selector(match = Match.ALL_REMAINING) Object path,
            @Nullable Object key,
            @Nullable String plan,
            @Nullable String after,
            @Nullable Integer size) {
        RequestPath request = RequestPath.of(path);
        RateLimiter limiter = known.find(request.limiter());
        if (limiter == null) {
            return null;
        }
        return switch (request.part()) {
            case "" -> supported(() -> known.state(request.limiter(), key, plan));
            case RequestPath.BLOCK -> supported(() -> blocks.state(forKey(limiter, key)));
            case RequestPath.KEYS -> keys(request.limiter(), after, size == null ? 100 : size);
            default -> null;
        };
    }

    private KnownLimiters.@Nullable Keys keys(String name, @Nullable String after, int size) {
        if (size < 1 || size > 1_000) {
            throw invalid("size must be from 1 to 1000, but is " + size);
        }
        return known.keys(name, after == null ? "" : after, size);
    }

    /**
     * Sets the limit for all instances, until it is taken back, or blocks a key or the whole limiter. What is left out of a
     * limit stays, but a burst that equals the rate follows the rate.
     *
     * @param path name of the limiter, and {@code block} for a block
     * @param key whose limit alone is set, or who is blocked, several for a key of several parts, {@code null} for the limiter
     * @param rate permits per interval
     * @param interval length of time the rate is for, with its unit, such as {@code 10s}
     * @param burst size of the bucket of {@code TOKEN_BUCKET}
     * @param validFor how long the limit of a key is in force, with its unit, {@code null} until it is taken back
     * @param duration how long a block lasts, with its unit, such as {@code 15m}
     * @return the change, or the blocks
     */
    @WriteOperation
    public Object change(
            @Selector(match = Match.ALL_REMAINING) Object path,
            @Nullable Object key,
            @Nullable Long rate,
            @Nullable String interval,
            @Nullable Long burst,
            @Nullable String validFor,
            @Nullable String duration) {
        RequestPath request = RequestPath.of(path);
        if (!request.isWhole()) {
            return block(request, key, "the block", limiter -> blocks.block(limiter, duration));
        }
        if (rate == null && interval == null && burst == null) {
            throw invalid("rate, interval or burst must be given");
        }
        return limits.change(existing(request, key), rate, interval, burst, validFor);
    }

    /**
     * Puts what is declared in force again, with {@code state} makes the limiter forget the use of a key, or lifts a block.
     *
     * @param path name of the limiter, and {@code block} for its block
     * @param key whose limit, use or block is meant, several for a key of several parts, {@code null} for that of the name
     * @param state whether to forget use instead
     * @return the change, or the blocks, {@code null} when use was forgotten
     */
    @DeleteOperation
    public @Nullable Object clear(
            @Selector(match = Match.ALL_REMAINING) Object path, @Nullable Object key, @Nullable Boolean state) {
        RequestPath request = RequestPath.of(path);
        if (!request.isWhole()) {
            return block(request, key, "lifting the block", blocks::unblock);
        }
        RateLimiter limiter = existing(request, key);
        if (Boolean.TRUE.equals(state)) {
            limits.forget(limiter);
            return null;
        }
        return limits.clear(limiter);
    }

    private BlockOperations.State block(
            RequestPath request, @Nullable Object key, String words, Consumer<RateLimiter> change) {
        if (!request.part().equals(RequestPath.BLOCK)) {
            throw invalid("Only '" + RequestPath.BLOCK + "' can follow the name in the path, but it is '"
                    + request.part() + "'");
        }
        RateLimiter limiter = existing(request, key);
        return supported(() -> {
            LimitOperations.ask(request.limiter(), words, () -> change.accept(limiter));
            return blocks.state(limiter);
        });
    }

    private static RateLimiter forKey(RateLimiter limiter, @Nullable Object key) {
        return supported(() -> KnownLimiters.forKey(limiter, key));
    }

    private static <T extends @Nullable Object> T supported(Supplier<T> question) {
        try {
            return question.get();
        } catch (IllegalArgumentException | UnsupportedOperationException ex) {
            throw invalid(String.valueOf(ex.getMessage()));
        }
    }

    private RateLimiter existing(RequestPath request, @Nullable Object key) {
        RateLimiter limiter = known.find(request.limiter());
        if (limiter == null) {
            throw invalid("No rate limit named '" + request.limiter() + "'");
        }
        return forKey(limiter, key);
    }

    static InvalidEndpointRequestException invalid(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }
}
