package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * One request to one of Redisson's limiters. It asks without waiting first: only so is it known whether there was a wait,
 * because Redisson reports neither how long it waited nor what is left.
 */
final class RRateLimiterRequest {

    /** Redisson counts a timeout in milliseconds from now, which the longest durations overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final RRateLimiterCommands commands;
    private final String name;
    private final String id;
    private final long permits;
    private final Duration timeout;
    private final long startedAt = System.nanoTime();

    RRateLimiterRequest(RRateLimiterCommands commands, String name, String id, long permits, Duration timeout) {
        this.commands = commands;
        this.name = name;
        this.id = id;
        this.permits = permits;
        this.timeout = timeout;
    }

    CompletableFuture<Decision> decide(RateLimit limit) {
        if (permits < 0 || permits > limit.rate()) {
            throw new ImpossiblePermitsException(name, limit, permits, limit.rate());
        }
        if (permits == 0) {
            return CompletableFuture.completedFuture(decision(limit, true, Duration.ZERO));
        }
        return commands.send(id, limiter -> limiter.tryAcquireAsync(permits))
                .thenCompose(taken -> taken || timeout.compareTo(Duration.ofMillis(1)) < 0
                        ? CompletableFuture.completedFuture(decision(limit, taken, Duration.ZERO))
                        : waited(limit));
    }

    private CompletableFuture<Decision> waited(RateLimit limit) {
        return waitForPermits().thenApply(taken -> decision(limit, taken, taken ? elapsed() : Duration.ZERO));
    }

    private CompletableFuture<Boolean> waitForPermits() {
        if (timeout.compareTo(LONGEST) > 0) {
            return commands.sendWaiting(id, limiter -> limiter.acquireAsync(permits))
                    .thenApply(nothing -> true);
        }
        Duration left = timeout.minus(elapsed());
        return left.toMillis() <= 0
                ? CompletableFuture.completedFuture(false)
                : commands.sendWaiting(id, limiter -> limiter.tryAcquireAsync(permits, left));
    }

    private Duration elapsed() {
        return Duration.ofNanos((System.nanoTime() - startedAt) / 1000 * 1000);
    }

    private Decision decision(RateLimit limit, boolean allowed, Duration delay) {
        Duration retryAfter = allowed ? Duration.ZERO : limit.interval();
        return Decision.of(name, limit)
                .allowed(allowed)
                .delay(delay)
                .remaining(0)
                .retryAfter(retryAfter)
                .resetAfter(limit.interval())
                .build();
    }
}
