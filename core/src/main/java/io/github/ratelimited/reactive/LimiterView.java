package io.github.ratelimited.reactive;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.internal.SettingChecks;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A view of a limiter, which is equal to views of the same kind whose limiters are equal.
 *
 * @param <V> the kind of view
 */
abstract class LimiterView<V extends LimiterView<V>> {

    final RateLimiter limiter;

    private final Function<RateLimiter, V> of;

    LimiterView(RateLimiter limiter, Function<RateLimiter, V> of) {
        this.limiter = SettingChecks.given("limiter", limiter);
        this.of = of;
    }

    CompletionStage<Decision> decideFor(Object call) {
        SettingChecks.given("call", call);
        return limiter.decideAsync(1, Duration.ZERO);
    }

    /** {@return the limiter behind this view} */
    public RateLimiter limiter() {
        return limiter;
    }

    /**
     * The view of the limiter of the same name for one key.
     *
     * @param key the key, as {@link RateLimiter#forKey(Object)} takes it
     * @return the view of the limiter with that key
     * @throws io.github.ratelimited.NullKeyException when the key, or a part of it, is null or an empty {@code Optional}
     * @throws IllegalArgumentException when the text of the key does not depend on its value alone
     */
    public V forKey(Object key) {
        return of.apply(limiter.forKey(key));
    }

    /**
     * The view that counts the same name and key under a limit of the caller's.
     *
     * @param limit the limit, as {@link RateLimiter#withLimit(RateLimit)} takes it
     * @return the view of that limiter
     */
    public V withLimit(RateLimit limit) {
        return of.apply(limiter.withLimit(limit));
    }

    /**
     * The view that counts the same name and key by a plan.
     *
     * @param plan name of the plan, as {@link RateLimiter#withPlan(String)} takes it
     * @return the view of that limiter
     */
    public V withPlan(@Nullable String plan) {
        return of.apply(limiter.withPlan(plan));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other != null && getClass() == other.getClass() && ((LimiterView<?>) other).limiter.equals(limiter);
    }

    @Override
    public int hashCode() {
        return limiter.hashCode();
    }

    @Override
    public String toString() {
        return limiter.toString();
    }
}
