package io.github.ratelimited.limits;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The levels that a limit can come from, for all names. Safe for use by many threads. */
public final class LimitLevels implements AutoCloseable {

    final LimitRegistry limits;
    final LimitSources sources;
    final IgnoredLimits ignored;
    final FittedLimits fitted = new FittedLimits();
    final Collaborator<Function<String, Audience>> audiences;
    private final Map<String, Plans> plans = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Puts the levels together.
     *
     * @param limits limits of names, and limits of single keys that are set at run time
     * @param sources the application's limits of single keys
     * @param audiences for whom limits are meant, by the names of their limiters
     * @param observer is notified of unknown plans
     */
    public LimitLevels(
            LimitRegistry limits,
            LimitSources sources,
            Function<String, Audience> audiences,
            LimiterObserver observer) {
        this.limits = limits;
        this.sources = sources;
        this.audiences = new Collaborator<>(audiences);
        this.ignored = new IgnoredLimits(LimiterObservers.of(observer));
    }

    /** {@return the limits in force of one name at any time} */
    public LimitPrecedence of(String name) {
        return new LimitPrecedence(name, this);
    }

    /** Puts plans in the place of those of a name. */
    public void plans(String name, Plans declared) {
        plans.put(name, declared);
    }

    /** {@return the plans of a name, none unless declared} */
    public Plans plans(String name) {
        return plans.getOrDefault(name, Plans.NONE);
    }

    /** Asks the application's source again for each key when it is used next. */
    public void readSourcesAgain() {
        sources.readAgain();
    }

    /** {@return the known limits that were set at run time for single keys} */
    public KeyLimitTable keys() {
        return limits.keys();
    }

    /**
     * Checks that there are limits in force.
     *
     * @param name whose limit is needed
     * @throws IllegalStateException after closing
     */
    public void requireOpen(String name) {
        if (closed) {
            throw closed(name);
        }
    }

    /** {@return what a limiter fails with after closing} */
    public static IllegalStateException closed(String name) {
        return new IllegalStateException(
                "Rate limit '" + name + "' was closed with the other rate limiters, and decides no longer");
    }

    /** {@return what a wait fails with that closing ends} */
    public static RateLimiterUnavailableException closedDuringWait() {
        return new RateLimiterUnavailableException("The rate limiters were closed during a wait", null);
    }

    /** From then on no limit is found, also by calls that waited for a source. */
    @Override
    public void close() {
        closed = true;
        sources.close();
        limits.close();
        limits.changes().incrementAndGet();
    }
}
