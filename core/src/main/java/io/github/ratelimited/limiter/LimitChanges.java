package io.github.ratelimited.limiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.limits.NameLevels;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes limits at run time: without a key that of the name, with a key that of the key alone.
 *
 * @param limits limits of names and keys
 * @param levels the limits in force of the name
 * @param limiterKey whose limit is changed
 */
record LimitChanges(LimitRegistry limits, NameLevels levels, LimiterKey limiterKey) {

    private boolean isOfName() {
        return limiterKey.key().isEmpty();
    }

    boolean isSet() {
        return isOfName()
                ? limits.isSet(limiterKey.limiter())
                : limits.keys().table().find(limiterKey) != null;
    }

    CompletableFuture<Boolean> trySet(RateLimit limit) {
        return isOfName()
                ? limits.trySet(limiterKey.limiter(), limit).toCompletableFuture()
                : besideOwn(limit, () -> limits.keys().set(limiterKey, limit, null, false));
    }

    CompletableFuture<Void> set(RateLimit limit, @Nullable Duration validFor) {
        if (!isOfName()) {
            return besideOwn(limit, () -> limits.keys().set(limiterKey, limit, validFor, true))
                    .thenAccept(set -> {});
        }
        return validFor == null
                ? limits.set(limiterKey.limiter(), limit).toCompletableFuture()
                : CompletableFuture.failedFuture(new UnsupportedOperationException(
                        "Only the limit of a key can expire, but '" + limiterKey.limiter() + "' has no key"));
    }

    private <T> CompletableFuture<T> besideOwn(RateLimit limit, Supplier<CompletionStage<T>> change) {
        return levels.requireBeside(limit).thenCompose(fits -> change.get());
    }

    CompletableFuture<Void> clear() {
        return (isOfName() ? limits.clear(limiterKey.limiter()) : limits.keys().clear(limiterKey))
                .toCompletableFuture();
    }
}
