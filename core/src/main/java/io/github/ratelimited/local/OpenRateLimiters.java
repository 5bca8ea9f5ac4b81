package io.github.ratelimited.local;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.block.Blocks;
import io.github.ratelimited.block.LocalNameBlocks;
import io.github.ratelimited.limiter.LimitersBuilder;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.limiter.StoreSettings;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Makes limiters that grant everything at once, for a program whose limits are switched off. Not safe for use by many threads. */
public final class OpenRateLimiters extends LimitersBuilder<OpenRateLimiters> {

    /** For answers that are always there. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** Starts without limits; stages complete on the thread of their caller. */
    public OpenRateLimiters() {
        executor(Runnable::run);
    }

    @Override
    protected OpenRateLimiters self() {
        return this;
    }

    @Override
    protected RateLimiters make() {
        OpenStore store = new OpenStore();
        LongSupplier clock = Micros.monotonicClock();
        Blocks blocks = new Blocks(store, new LocalNameBlocks(clock), clock, blockRules(), observer());
        return new StoreRateLimiters(new StoreSettings(
                blocks.around(store),
                store,
                new OpenLimitRegistry(),
                blocks,
                Duration.ZERO,
                TIMEOUT,
                executor(),
                StoreRateLimiters.timer(),
                () -> {},
                observer(),
                sources(System::nanoTime),
                audiences()));
    }
}
