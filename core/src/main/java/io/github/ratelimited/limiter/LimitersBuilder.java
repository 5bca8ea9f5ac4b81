package io.github.ratelimited.limiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Settings that limiters have whatever counts their permits. Not safe for use by many threads.
 *
 * @param <B> the builder itself
 */
public abstract class LimitersBuilder<B extends LimitersBuilder<B>> {

    private final Map<String, RateLimit> limits = new LinkedHashMap<>();
    private Executor executor = Answers.executor();
    private LimiterObserver observer = LimiterObserver.NONE;

    /** Starts with the defaults. */
    protected LimitersBuilder() {}

    /** {@return this builder} */
    protected abstract B self();

    /**
     * Declares a limit.
     *
     * @param name name of the limiter
     * @param limit the limit
     * @return this builder
     * @throws IllegalArgumentException when the name is not well-formed
     */
    public final B limit(String name, RateLimit limit) {
        limits.put(StoreRateLimiters.requireName(name), limit);
        return self();
    }

    /**
     * Where the stages of asynchronous calls complete. If all threads of an executor can be busy, answers wait for them;
     * the threads of the library never are.
     *
     * @param executor threads of the library unless set
     * @return this builder
     */
    public final B executor(Executor executor) {
        this.executor = executor;
        return self();
    }

    /**
     * Follows what the limiters do; those of Redisson tell it of decisions only.
     *
     * @param observer none unless set
     * @return this builder
     */
    public final B observer(LimiterObserver observer) {
        this.observer = observer;
        return self();
    }

    protected final Executor executor() {
        return executor;
    }

    protected final LimiterObserver observer() {
        return observer;
    }

    /**
     * Makes the limiters.
     *
     * @return limiters that need closing
     * @throws IllegalArgumentException when a limit is not one that they can count
     */
    public final RateLimiters build() {
        RateLimiters limiters = make();
        limits.forEach(limiters::declare);
        return limiters;
    }

    /** {@return the limiters, without limits} */
    protected abstract RateLimiters make();
}
