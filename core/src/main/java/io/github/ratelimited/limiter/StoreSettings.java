package io.github.ratelimited.limiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.block.BlockRules;
import io.github.ratelimited.block.Blocks;
import io.github.ratelimited.block.LocalNameBlocks;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.limits.LimitSources;
import io.github.ratelimited.limits.SourceSettings;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What limiters on top of a store are made of.
 *
 * @param store where permits are taken
 * @param usage what else is done with their use
 * @param limits which limit is in force
 * @param blocks blocks of limiters and keys, which are around the store as well
 * @param horizon how far ahead the store may reserve
 * @param storeTimeout longest wait for the store's answer
 * @param executor where stages complete that are not there at once
 * @param timer wakes those who wait; shut down with the limiters
 * @param onClose what is closed with the limiters
 * @param observer is notified of decisions and waits
 * @param sources the application's limits of single keys
 * @param audiences whom limiters are meant for, by their names
 */
public record StoreSettings(
        LimiterStore store,
        UsageStore usage,
        LimitRegistry limits,
        Blocks blocks,
        Duration horizon,
        Duration storeTimeout,
        Executor executor,
        ScheduledExecutorService timer,
        Runnable onClose,
        LimiterObserver observer,
        LimitSources sources,
        Function<String, Audience> audiences) {

    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(10);

    /**
     * Starts with the defaults: a horizon of 30 s, a timeout of 10 s, threads of the library, and no observer.
     *
     * @param store where permits are taken
     * @param usage what else is done with their use
     * @param limits which limit is in force
     * @return settings
     */
    public static StoreSettings of(LimiterStore store, UsageStore usage, LimitRegistry limits) {
        LongSupplier clock = Micros.monotonicClock();
        Blocks blocks = new Blocks(usage, new LocalNameBlocks(clock), clock, BlockRules.NONE, LimiterObserver.NONE);
        return new StoreSettings(
                blocks.around(store),
                usage,
                limits,
                blocks,
                HORIZON,
                STORE_TIMEOUT,
                Answers.executor(),
                StoreRateLimiters.timer(),
                () -> {},
                LimiterObserver.NONE,
                new LimitSources(SourceSettings.NONE),
                LimitersBuilder.CLIENTS);
    }

    /** Starts with the defaults and a store that does both. */
    public static <S extends LimiterStore & UsageStore> StoreSettings of(S store, LimitRegistry limits) {
        return of(store, store, limits);
    }

    public StoreSettings withHorizon(Duration other) {
        return new StoreSettings(
                store,
                usage,
                limits,
                blocks,
                other,
                storeTimeout,
                executor,
                timer,
                onClose,
                observer,
                sources,
                audiences);
    }

    public StoreSettings withStoreTimeout(Duration other) {
        return new StoreSettings(
                store, usage, limits, blocks, horizon, other, executor, timer, onClose, observer, sources, audiences);
    }

    public StoreSettings withExecutor(Executor other) {
        return new StoreSettings(
                store,
                usage,
                limits,
                blocks,
                horizon,
                storeTimeout,
                other,
                timer,
                onClose,
                observer,
                sources,
                audiences);
    }

    public StoreSettings withTimer(ScheduledExecutorService other) {
        return new StoreSettings(
                store,
                usage,
                limits,
                blocks,
                horizon,
                storeTimeout,
                executor,
                other,
                onClose,
                observer,
                sources,
                audiences);
    }

    public StoreSettings withObserver(LimiterObserver other) {
        return new StoreSettings(
                store,
                usage,
                limits,
                blocks,
                horizon,
                storeTimeout,
                executor,
                timer,
                onClose,
                other,
                sources,
                audiences);
    }

    public StoreSettings withSources(LimitSources other) {
        return new StoreSettings(
                store,
                usage,
                limits,
                blocks,
                horizon,
                storeTimeout,
                executor,
                timer,
                onClose,
                observer,
                other,
                audiences);
    }
}
