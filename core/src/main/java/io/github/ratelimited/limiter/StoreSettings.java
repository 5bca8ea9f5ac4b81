package io.github.ratelimited.limiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.block.Blocks;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.limits.LimitSources;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

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
        Function<String, Audience> audiences) {}
