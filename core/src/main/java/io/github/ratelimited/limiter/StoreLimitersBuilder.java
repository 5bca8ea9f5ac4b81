package io.github.ratelimited.limiter;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.block.BlockRules;
import io.github.ratelimited.block.Blocks;
import io.github.ratelimited.block.NameBlocks;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.limits.LimitSources;
import io.github.ratelimited.limits.SourceSettings;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds limiters that count in a store of this library, which can do what Redisson's own limiter cannot: reserve permits, count
 * single keys under limits of their own, and block keys. Not safe for use by many threads.
 *
 * @param <B> the builder itself
 */
public abstract class StoreLimitersBuilder<B extends StoreLimitersBuilder<B>> extends LimitersBuilder<B> {

    private Duration horizon = Duration.ofSeconds(30);
    private @Nullable LimitSource source;
    private Predicate<String> sourced = name -> false;
    private Duration sourceTtl = Duration.ofSeconds(60);
    private Duration sourceTimeout = Duration.ofMillis(250);
    private BlockRules blockRules = BlockRules.NONE;

    /** Starts with the defaults. */
    protected StoreLimitersBuilder() {}

    /**
     * How far ahead permits can be reserved for a caller that waits. The same on all instances.
     *
     * @param horizon from zero to 100 years, 30 s unless set
     * @return this builder
     * @throws IllegalArgumentException when out of range
     */
    public final B reservationHorizon(Duration horizon) {
        this.horizon = SettingChecks.span("reservationHorizon", horizon);
        return self();
    }

    /**
     * Limits of single keys that the application knows, such as those of contracts.
     *
     * @param source returns the limits
     * @param limiters says by the name of a limiter whether the source is asked; called for each call with a key, on any
     *     thread
     * @return this builder
     */
    public final B limitSource(LimitSource source, Predicate<String> limiters) {
        Collaborator<Predicate<String>> plugged = new Collaborator<>(SettingChecks.given("limiters", limiters));
        this.source = SettingChecks.given("limitSource", source);
        this.sourced = name -> plugged.ask(each -> each.test(name), false);
        return self();
    }

    /**
     * How long an answer of the source is used before it is asked again in the background.
     *
     * @param ttl positive and at most a day, 60 s unless set
     * @return this builder
     * @throws IllegalArgumentException when out of range
     */
    public final B limitSourceTtl(Duration ttl) {
        this.sourceTtl = SettingChecks.timeout("limitSourceTtl", ttl);
        return self();
    }

    /**
     * How long a call waits for the first answer of the source about its key, before it counts under the limiter's own limit.
     *
     * @param timeout positive and at most a day, 250 ms unless set
     * @return this builder
     * @throws IllegalArgumentException when out of range
     */
    public final B limitSourceTimeout(Duration timeout) {
        this.sourceTimeout = SettingChecks.timeout("limitSourceTimeout", timeout);
        return self();
    }

    /**
     * How long a key is blocked after a call was rejected for want of permits.
     *
     * @param rules no blocks unless set
     * @return this builder
     */
    public final B blockAfterRejection(BlockRules rules) {
        Collaborator<BlockRules> plugged = new Collaborator<>(SettingChecks.given("blockAfterRejection", rules));
        this.blockRules = limiter -> plugged.ask(
                        each -> Optional.ofNullable(each.blockFor(limiter))
                                .map(length -> SettingChecks.block("blockFor of '" + limiter + "'", length)),
                        Optional.<Duration>empty())
                .orElse(null);
        return self();
    }

    protected final BlockRules blockRules() {
        return blockRules;
    }

    /**
     * {@return limiters that count in a store}
     *
     * @param blocks of whole limiters
     * @param clock microseconds
     * @param nanoTime a clock by which answers of the source get old
     * @param timer wakes those who wait
     * @param onClose what is closed with the limiters
     */
    protected final RateLimiters limiters(
            LimiterStore store,
            UsageStore usage,
            LimitRegistry limits,
            NameBlocks blocks,
            LongSupplier clock,
            LongSupplier nanoTime,
            ScheduledExecutorService timer,
            Runnable onClose) {
        Blocks all = new Blocks(usage, blocks, clock, blockRules, observer());
        return new StoreRateLimiters(new StoreSettings(
                observer().around(all.around(store)),
                usage,
                limits,
                all,
                horizon,
                timeout(),
                executor(),
                timer,
                onClose,
                observer(),
                new LimitSources(new SourceSettings(source, sourced, sourceTtl, sourceTimeout, nanoTime, observer())),
                audiences()));
    }
}
