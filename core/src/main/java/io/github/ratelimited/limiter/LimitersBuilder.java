package io.github.ratelimited.limiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.limits.Plans;
import io.github.ratelimited.observe.LimiterObserver;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Settings that limiters have whatever counts their permits. Each setter refuses a missing value with an
 * {@link IllegalArgumentException}. Not safe for use by many threads.
 *
 * @param <B> the builder itself
 */
public abstract class LimitersBuilder<B extends LimitersBuilder<B>> {

    private final Map<String, RateLimit> limits = new LinkedHashMap<>();
    private final Map<String, Map<String, Plan>> plans = new LinkedHashMap<>();
    private Duration timeout = Duration.ofMillis(250);
    private Executor executor = AnswerExecutor.SHARED;
    private LimiterObserver observer = LimiterObserver.NONE;
    private Function<String, Audience> audiences = name -> Audience.CLIENT;

    /** Starts with the defaults. */
    protected LimitersBuilder() {}

    /** Refuses a limit that does not fit another setting, by throwing an {@link IllegalArgumentException}. */
    protected void check(String name, RateLimit limit) {}

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
        limits.put(SettingChecks.limiterName(name), SettingChecks.given("limit of '" + name + "'", limit));
        return self();
    }

    /**
     * Longest wait for an answer of Redis; limiters that count within the process do not wait for any.
     *
     * @param timeout positive and at most a day, 250 ms unless set
     * @return this builder
     * @throws IllegalArgumentException when out of range
     */
    public final B timeout(Duration timeout) {
        this.timeout = SettingChecks.timeout("timeout", timeout);
        return self();
    }

    /**
     * Where the stages of asynchronous calls complete. If all threads of the executor are busy, answers wait for them. The
     * library has as many threads of its own as code that blocks there needs, at most 1,000.
     *
     * @param executor threads of the library unless set
     * @return this builder
     */
    public final B executor(Executor executor) {
        this.executor = SettingChecks.given("executor", executor);
        return self();
    }

    /**
     * Hears what the limiters do; those of Redisson report only decisions.
     *
     * @param observer none unless set
     * @return this builder
     */
    public final B observer(LimiterObserver observer) {
        this.observer = SettingChecks.given("observer", observer);
        return self();
    }

    /**
     * Plans of a limiter, which callers ask for by {@link RateLimiter#withPlan(String)}.
     *
     * @param name name of the limiter
     * @param plans plans by name: letters, digits, dots, underscores and hyphens, at most 100 characters; names compare
     *     ignoring case, hyphens and underscores
     * @return this builder
     * @throws IllegalArgumentException when a name is not well-formed, two plans have the same name, or one is called
     *     {@code none} or {@code other}
     */
    public final B plans(String name, Map<String, Plan> plans) {
        Plans.of(SettingChecks.limiterName(name), plans);
        this.plans.put(name, new LinkedHashMap<>(plans));
        return self();
    }

    /**
     * Who is told about a limit. Decisions contain it.
     *
     * @param audiences audience of a limiter by its name, {@link Audience#CLIENT} for all unless set; asked for each
     *     decision, on any thread
     * @return this builder
     */
    public final B audience(Function<String, Audience> audiences) {
        this.audiences = SettingChecks.given("audience", audiences);
        return self();
    }

    protected final Function<String, Audience> audiences() {
        return audiences;
    }

    protected final Duration timeout() {
        return timeout;
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
     * @throws IllegalArgumentException when a limit is not one that they can count, or a plan cannot count beside its limit
     */
    public final RateLimiters build() {
        limits.forEach(this::check);
        plans.forEach((name, declared) -> {
            if (limits.containsKey(name)) {
                Plans.of(name, declared).requireBeside(name, limits.get(name));
            }
        });
        RateLimiters limiters = make();
        limits.forEach(limiters::declare);
        plans.forEach(limiters::plans);
        return limiters;
    }

    /** {@return the limiters, without limits} */
    protected abstract RateLimiters make();
}
