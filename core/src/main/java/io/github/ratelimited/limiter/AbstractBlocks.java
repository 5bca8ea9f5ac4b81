package io.github.ratelimited.limiter;

import io.github.ratelimited.RateLimiterBlocks;
import io.github.ratelimited.store.Settings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The blocks of a limiter in their two forms. */
abstract class AbstractBlocks implements RateLimiterBlocks {

    /** Blocks for a while, or lifts the block when that is zero. */
    protected abstract CompletableFuture<Void> close(Duration duration);

    protected abstract CompletableFuture<Duration> findBlock();

    abstract <T> T now(Supplier<CompletableFuture<T>> question);

    abstract <T> CompletionStage<T> later(Supplier<CompletableFuture<T>> question);

    @Override
    public final void block(Duration duration) {
        now(() -> closeFor(duration));
    }

    @Override
    public final CompletionStage<Void> blockAsync(Duration duration) {
        return later(() -> closeFor(duration));
    }

    private CompletableFuture<Void> closeFor(Duration duration) {
        try {
            return close(Settings.block("duration", duration));
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public final void unblock() {
        now(() -> close(Duration.ZERO));
    }

    @Override
    public final CompletionStage<Void> unblockAsync() {
        return later(() -> close(Duration.ZERO));
    }

    @Override
    public final Duration blockedFor() {
        return now(this::findBlock);
    }

    @Override
    public final CompletionStage<Duration> blockedForAsync() {
        return later(this::findBlock);
    }
}
