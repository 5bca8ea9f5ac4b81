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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Settings of limiters on a test's store: a horizon of 30 s, a timeout of 10 s and threads of the library unless said. */
public final class TestSettings {

    private final LimiterStore store;
    private final UsageStore usage;
    private final LimitRegistry limits;
    private Duration horizon = Duration.ofSeconds(30);
    private Duration storeTimeout = Duration.ofSeconds(10);
    private Executor executor = AnswerExecutor.SHARED;
    private @Nullable ScheduledExecutorService timer;
    private LimiterObserver observer = LimiterObserver.NONE;
    private LimitSources sources = new LimitSources(new SourceSettings(
            null, name -> false, Duration.ZERO, Duration.ZERO, System::nanoTime, LimiterObserver.NONE));

    private TestSettings(LimiterStore store, UsageStore usage, LimitRegistry limits) {
        this.store = store;
        this.usage = usage;
        this.limits = limits;
    }

    public static TestSettings of(LimiterStore store, UsageStore usage, LimitRegistry limits) {
        return new TestSettings(store, usage, limits);
    }

    public static <S extends LimiterStore & UsageStore> TestSettings of(S store, LimitRegistry limits) {
        return of(store, store, limits);
    }

    public TestSettings horizon(Duration other) {
        horizon = other;
        return this;
    }

    public TestSettings storeTimeout(Duration other) {
        storeTimeout = other;
        return this;
    }

    public TestSettings executor(Executor other) {
        executor = other;
        return this;
    }

    public TestSettings timer(ScheduledExecutorService other) {
        timer = other;
        return this;
    }

    public TestSettings observer(LimiterObserver other) {
        observer = other;
        return this;
    }

    public TestSettings sources(LimitSources other) {
        sources = other;
        return this;
    }

    public StoreSettings settings() {
        LongSupplier clock = Micros.monotonicClock();
        Blocks blocks = new Blocks(usage, new LocalNameBlocks(clock), clock, BlockRules.NONE, LimiterObserver.NONE);
        return new StoreSettings(
                blocks.around(store),
                usage,
                limits,
                blocks,
                horizon,
                storeTimeout,
                executor,
                timer == null ? StoreRateLimiters.timer() : timer,
                () -> {},
                observer,
                sources,
                name -> Audience.CLIENT);
    }

    public StoreRateLimiters limiters() {
        return new StoreRateLimiters(settings());
    }
}
