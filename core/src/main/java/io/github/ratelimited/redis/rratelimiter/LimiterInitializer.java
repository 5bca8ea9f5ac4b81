package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Gives a limiter of Redisson the rate that is declared here, once it turns out to have none: it is new, or has expired.
 *
 * @param rates what is declared
 * @param commands of Redisson
 */
record LimiterInitializer(KnownRates rates, RRateLimiterCommands commands) {

    /** Sends what needs a limiter that has its rate, and sends it again once the limiter has got one. */
    <T> CompletableFuture<T> apply(String name, String id, Function<RateLimit, CompletableFuture<T>> command) {
        return rates.find(name, id).thenCompose(command).exceptionallyCompose(failure -> {
            Throwable cause = Futures.cause(failure);
            if (!isWithoutRate(cause)) {
                return CompletableFuture.failedFuture(cause);
            }
            rates.forget(id);
            return commands.trySet(id, rates.requireDeclared(name))
                    .thenCompose(set -> rates.find(name, id))
                    .thenCompose(command);
        });
    }

    private static boolean isWithoutRate(Throwable failure) {
        return failure instanceof RateLimiterUnavailableException
                && String.valueOf(failure.getMessage()).contains("RateLimiter is not initialized");
    }
}
