package io.github.ratelimited.block;

import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Blocks of whole limiters in this process alone. */
public final class LocalNameBlocks implements NameBlocks {

    private final LongSupplier clock;
    private final AtomicBoolean any;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();

    /**
     * Starts without blocks.
     *
     * @param clock microseconds
     */
    public LocalNameBlocks(LongSupplier clock) {
        this(clock, new AtomicBoolean());
    }

    LocalNameBlocks(LongSupplier clock, AtomicBoolean any) {
        this.clock = clock;
        this.any = any;
    }

    @Override
    public AtomicBoolean any() {
        return any;
    }

    @Override
    public long left(String name) {
        Long end = ends.get(name);
        if (end == null) {
            return 0;
        }
        long left = end - clock.getAsLong();
        if (left <= 0) {
            ends.remove(name, end);
        }
        return Math.max(0, left);
    }

    @Override
    public CompletionStage<Void> block(String name, Duration duration) {
        if (duration.isZero()) {
            ends.remove(name);
        } else {
            any.set(true);
            ends.merge(name, clock.getAsLong() + Micros.roundUp(duration), Math::max);
        }
        return CompletableFuture.completedFuture(null);
    }
}
