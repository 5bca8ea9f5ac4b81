package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.LimitConflict;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RFuture;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateLimiterConfig;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.CommonOptions;
import org.redisson.api.ratelimiter.RateLimiterArgs;

/**
 * Redisson's limiters with our limits and failures. Nothing is sent twice, as its clients do by default: permits that a
 * lost answer granted would be taken again.
 */
final class RRateLimiterCommands {

    private final RedissonConnection connection;
    private final Duration timeout;
    private final Duration keepAlive;

    RRateLimiterCommands(RedissonConnection connection, Duration timeout, Duration keepAlive) {
        this.connection = connection;
        this.timeout = timeout;
        this.keepAlive = keepAlive;
    }

    /** {@return the limit as Redisson's limiter counts it, when it can} */
    RateLimit checked(RateLimit asked) {
        RateLimit limit = LimitConflict.beside(Algorithm.SLIDING_WINDOW, asked);
        String problem = RRateLimiters.problemWith(limit);
        require(problem == null, problem);
        require(
                keepAlive.isZero() || keepAlive.compareTo(limit.interval()) >= 0,
                "keepAlive must be at least the interval " + limit.interval() + ", but is " + keepAlive);
        return limit;
    }

    private static void require(boolean condition, @Nullable String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    CompletableFuture<Boolean> trySet(String id, RateLimit limit) {
        RateLimit set = checked(limit);
        return send(id, limiter -> limiter.trySetRateAsync(type(set), set.rate(), set.interval(), keepAlive));
    }

    CompletableFuture<Void> set(String id, RateLimit limit) {
        return set(id, checked(limit), true);
    }

    /** Takes what another program has set as it is. */
    CompletableFuture<Void> startAgain(String id, RateLimit limit) {
        return set(id, limit, false);
    }

    private CompletableFuture<Void> set(String id, RateLimit set, boolean keepState) {
        boolean tooShort = !keepAlive.isZero() && keepAlive.compareTo(set.interval()) < 0;
        RateLimiterArgs args = RateLimiterArgs.of(type(set), set.rate(), set.interval())
                .keepAliveTime(tooShort ? set.interval() : keepAlive)
                .keepState(keepState);
        return send(id, limiter -> limiter.setRateAsync(args));
    }

    private static RateType type(RateLimit limit) {
        return RateType.valueOf(limit.type().name());
    }

    /** {@return the limit that Redis holds, or {@code null} when it holds none} */
    CompletableFuture<@Nullable RateLimit> read(String id) {
        return send(id, RRateLimiter::getConfigAsync).thenApply(config -> {
            try {
                return config.getRate() == 0 ? null : limit(config);
            } catch (IllegalArgumentException ex) {
                throw new IllegalStateException(
                        "The RRateLimiter '" + id + "' has a limit that cannot be read: " + ex.getMessage(), ex);
            }
        });
    }

    private static RateLimit limit(RateLimiterConfig config) {
        return RateLimit.of(config.getRate(), Duration.ofMillis(config.getRateInterval()))
                .withAlgorithm(Algorithm.SLIDING_WINDOW)
                .withType(io.github.ratelimited.RateType.valueOf(
                        config.getRateType().name()));
    }

    /** Sends what is answered at once. */
    <T> CompletableFuture<T> send(String id, Function<RRateLimiter, RFuture<T>> command) {
        return connection
                .firstAttempt()
                .then(timeout, () -> ScriptRunner.within(Deadline.after(timeout), sendWaiting(id, command)));
    }

    /** Sends what may be answered after a wait. Redisson ends it: each script within it fails at the timeout. */
    <T> CompletableFuture<T> sendWaiting(String id, Function<RRateLimiter, RFuture<T>> command) {
        RedissonClient client = connection.client();
        if (client == null) {
            return CompletableFuture.failedFuture(connection.unavailable());
        }
        RRateLimiter limiter =
                client.getRateLimiter(CommonOptions.name(id).retryAttempts(0).timeout(timeout));
        return ScriptRunner.answer(() -> command.apply(limiter));
    }
}
