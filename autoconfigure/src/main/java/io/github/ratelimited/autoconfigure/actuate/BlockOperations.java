package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.definition.AttributeParser;
import io.github.ratelimited.observe.BlockHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators do with blocks. */
final class BlockOperations {

    private static final Logger log = LoggerFactory.getLogger(BlockOperations.class);

    private final BlockHistory history;
    private final boolean plainKeys;

    BlockOperations(BlockHistory history, boolean plainKeys) {
        this.history = history;
        this.plainKeys = plainKeys;
    }

    /**
     * A block that this instance has set or met.
     *
     * @param key the key, or the first 16 digits of its SHA-256; {@code null} for the limiter
     * @param until its end, or when it was lifted
     */
    public record Known(@Nullable String key, Instant since, Instant until, boolean here) {}

    /**
     * What is known of the blocks of a limiter, the latest first.
     *
     * @param blockedFor rest of the block of the key that was asked for, or of the limiter
     */
    public record State(Duration blockedFor, List<Known> blocks) {}

    State state(RateLimiter limiter) {
        List<Known> known = history.latest().stream()
                .filter(block -> block.limiterKey().limiter().equals(limiter.name()))
                .map(this::shown)
                .toList();
        return new State(limiter.blockedFor(), known);
    }

    private Known shown(BlockHistory.Block block) {
        String key = block.limiterKey().key();
        String shown = plainKeys ? key : KnownLimiters.hash(key);
        return new Known(key.isEmpty() ? null : shown, block.since(), block.until(), block.here());
    }

    /** Fails with {@link IllegalArgumentException} unless the text is the length of a block. */
    void block(RateLimiter limiter, @Nullable String text) {
        Duration duration = text == null ? null : AttributeParser.duration("duration", text);
        if (duration == null) {
            throw new IllegalArgumentException("duration must be given, such as 15m");
        }
        limiter.block(duration);
        log.info("{} is blocked for {}", named(limiter), duration);
    }

    void unblock(RateLimiter limiter) {
        limiter.unblock();
        log.info("{} is no longer blocked", named(limiter));
    }

    private static String named(RateLimiter limiter) {
        return (limiter.key().isEmpty() ? "Rate limit '" : "One key of rate limit '") + limiter.name() + "'";
    }
}
