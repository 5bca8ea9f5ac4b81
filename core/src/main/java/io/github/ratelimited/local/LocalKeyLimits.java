package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.limits.KeyLimits;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The limits of single keys in this process alone. */
final class LocalKeyLimits implements KeyLimits {

    private final LongSupplier clock;
    private final KeyLimitTable table;

    LocalKeyLimits(LongSupplier clock) {
        this.clock = clock;
        this.table = new KeyLimitTable(clock);
        table.complete(true);
    }

    @Override
    public KeyLimitTable table() {
        return table;
    }

    @Override
    public CompletionStage<@Nullable AppliedLimit> load(LimiterKey limiterKey) {
        return CompletableFuture.completedFuture(table.find(limiterKey));
    }

    @Override
    public synchronized CompletionStage<Boolean> set(
            LimiterKey limiterKey, RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        table.removeEnded();
        AppliedLimit held = table.find(limiterKey);
        if (held != null && !replaces) {
            return CompletableFuture.completedFuture(false);
        }
        if (held == null && table.size() >= MOST) {
            return CompletableFuture.failedFuture(KeyLimits.full(limiterKey));
        }
        table.put(limiterKey, limit, validFor == null ? 0 : clock.getAsLong() + Micros.of(validFor));
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public synchronized CompletionStage<Void> clear(LimiterKey limiterKey) {
        table.remove(limiterKey);
        return CompletableFuture.completedFuture(null);
    }
}
