package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.limiter.AbstractRateLimiter;
import io.github.ratelimited.limits.LimitLevels;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Rate limiters on those of Redisson. */
public final class RedissonLimiters implements RateLimiters {

    /** What can do more, as it is written in a configuration and in a program. */
    static final String OTHERS = "ratelimited.store=redis (without Spring RedisRateLimiters)";

    final RRateLimiterCommands commands;
    final KnownRates rates;
    final LimiterInitializer initializer;
    private final String prefix;
    final Executor executor;
    final LimiterObservers observer;
    private final Collaborator<Function<String, Audience>> audiences;
    private final Runnable onClose;
    private final Set<CompletableFuture<?>> waits = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    RedissonLimiters(
            RRateLimiterCommands commands,
            String prefix,
            Executor executor,
            LimiterObserver observer,
            Function<String, Audience> audiences,
            Runnable onClose) {
        this.observer = LimiterObservers.of(observer);
        this.commands = commands;
        this.rates = new KnownRates(commands);
        this.initializer = new LimiterInitializer(rates, commands);
        this.prefix = prefix;
        this.executor = executor;
        this.audiences = new Collaborator<>(audiences);
        this.onClose = onClose;
    }

    @Override
    public RateLimiter get(String name) {
        return limiter(SettingChecks.limiterName(name), "");
    }

    RedissonLimiter limiter(String name, String key) {
        return new RedissonLimiter(this, name, key);
    }

    @Override
    public RateLimiter declare(String name, RateLimit limit) {
        RateLimiter limiter = get(name);
        requireOpen(name);
        rates.declare(name, SettingChecks.given("limit of '" + name + "'", limit));
        return limiter;
    }

    @Override
    public Set<String> names() {
        return rates.names();
    }

    @Override
    public Decision decide(Map<RateLimiter, Long> permits, Duration timeout) {
        Map.Entry<RateLimiter, Long> one = single(permits);
        return limiter(one).decide(one.getValue(), timeout);
    }

    @Override
    public CompletionStage<Decision> decideAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        try {
            Map.Entry<RateLimiter, Long> one = single(permits);
            return limiter(one).decideAsync(one.getValue(), timeout);
        } catch (IllegalArgumentException | UnsupportedOperationException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public Map<RateLimiter, Hold> hold(Map<RateLimiter, Long> permits, Duration timeout) {
        throw settlesNothing("hold", SettingChecks.given("permits", permits).keySet());
    }

    @Override
    public CompletionStage<Map<RateLimiter, Hold>> holdAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        try {
            return CompletableFuture.failedFuture(settlesNothing(
                    "hold", SettingChecks.given("permits", permits).keySet()));
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    static UnsupportedOperationException settlesNothing(String method, Object about) {
        return new UnsupportedOperationException("RRateLimiter has no " + method + ", which was called for " + about
                + ": it can neither give back the permits of one call nor count more than there are. Use "
                + OTHERS + ", or take the most permits that a call can cost");
    }

    private RedissonLimiter limiter(Map.Entry<RateLimiter, Long> entry) {
        return limiter(entry.getKey().name(), entry.getKey().key());
    }

    private Map.Entry<RateLimiter, Long> single(Map<RateLimiter, Long> permits) {
        AbstractRateLimiter.requireOf(this, permits);
        if (permits.size() > 1) {
            throw new UnsupportedOperationException(
                    "RRateLimiter decides about one limiter at a time, but these are " + permits.keySet()
                            + "; it cannot give permits back when another limiter rejects, because it would count them"
                            + " as free twice");
        }
        return permits.entrySet().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("A request needs at least one limiter"));
    }

    void requireOpen(String name) {
        if (closed) {
            throw LimitLevels.closed(name);
        }
    }

    /** The name that other programs give to the same limiter. */
    String id(String name, String key) {
        return prefix + (key.isEmpty() ? name : name + ':' + key);
    }

    Decision addressed(Decision decision) {
        return decision.to(
                audiences.ask(each -> Objects.requireNonNull(each.apply(decision.limiter())), Audience.CLIENT));
    }

    /** Ends the wait when the limiters are closed. */
    public <T> CompletableFuture<T> untilClosed(CompletableFuture<T> wait) {
        waits.add(wait);
        wait.whenComplete((value, failure) -> waits.remove(wait));
        if (closed) {
            end(wait);
        }
        return wait;
    }

    private static void end(CompletableFuture<?> wait) {
        wait.completeExceptionally(LimitLevels.closedDuringWait());
    }

    @Override
    public void close() {
        closed = true;
        waits.forEach(RedissonLimiters::end);
        onClose.run();
    }
}
