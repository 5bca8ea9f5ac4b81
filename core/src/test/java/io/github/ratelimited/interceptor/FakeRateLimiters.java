package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.CancellableStage;
import io.github.ratelimited.internal.Returnable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Counts permits that never come back, and keeps a record of what was asked. Decides later where a test says so. */
public final class FakeRateLimiters implements RateLimiters {

    public final Map<String, RateLimit> limits = new TreeMap<>();
    public final Map<String, Map<String, Plan>> plans = new TreeMap<>();
    public final Map<String, Long> used = new TreeMap<>();
    public final List<String> asked = new ArrayList<>();
    public final List<String> settled = new CopyOnWriteArrayList<>();
    public final List<String> declarations = new ArrayList<>();
    public final List<Waiting> waiting = new CopyOnWriteArrayList<>();
    public volatile boolean slow;
    public RuntimeException failure;
    public RateLimit uncountable;

    public record Waiting(Map<RateLimiter, Long> permits, Duration timeout, CompletableFuture<Decision> decision) {}

    @Override
    public RateLimiter get(String name) {
        return new FakeRateLimiter(this, name, "");
    }

    @Override
    public RateLimiter declare(String name, RateLimit limit) {
        if (limit.equals(uncountable)) {
            throw new IllegalArgumentException("cannot count " + limit);
        }
        declarations.add(name);
        limits.put(name, limit);
        return get(name);
    }

    @Override
    public void plans(String name, Map<String, Plan> declared) {
        plans.put(name, declared);
    }

    @Override
    public Set<String> names() {
        return Set.copyOf(limits.keySet());
    }

    @Override
    public synchronized Decision decide(Map<RateLimiter, Long> permits, Duration timeout) {
        if (failure != null) {
            throw failure;
        }
        asked.add(permits + " within " + timeout);
        Decision last = null;
        for (var wanted : permits.entrySet()) {
            last = decision(wanted.getKey(), wanted.getValue());
            if (!last.allowed()) {
                return last;
            }
        }
        permits.forEach((limiter, count) -> used.merge(limiter.toString(), count, Long::sum));
        return last;
    }

    private Decision decision(RateLimiter limiter, long permits) {
        RateLimit limit = limits.get(limiter.name());
        if (limit == null) {
            throw new IllegalStateException("No rate limit named '" + limiter.name() + "'");
        }
        limit.checkPermits(limiter.name(), permits);
        long left = limit.rate() - used.getOrDefault(limiter.toString(), 0L);
        boolean allowed = permits <= left;
        return Decision.of(limiter.name(), limit)
                .allowed(allowed)
                .remaining(Math.max(0, allowed ? left - permits : left))
                .retryAfter(allowed ? Duration.ZERO : limit.interval())
                .resetAfter(limit.interval())
                .build();
    }

    @Override
    public CompletionStage<Decision> decideAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        if (!slow) {
            return CompletableFuture.completedFuture(decide(permits, timeout));
        }
        CompletableFuture<Decision> decision = new LateDecision(permits);
        waiting.add(new Waiting(permits, timeout, decision));
        return decision;
    }

    /** Its permits can go back for as long as its call has not begun. */
    private final class LateDecision extends CompletableFuture<Decision> implements Returnable {

        private final Map<RateLimiter, Long> permits;

        LateDecision(Map<RateLimiter, Long> permits) {
            this.permits = permits;
        }

        @Override
        public void takeBack() {
            permits.forEach((limiter, count) -> settle(limiter.toString(), count, 0));
        }
    }

    @Override
    public Map<RateLimiter, Hold> hold(Map<RateLimiter, Long> permits, Duration timeout) {
        return holds(permits, decide(permits, timeout));
    }

    private Map<RateLimiter, Hold> holds(Map<RateLimiter, Long> permits, Decision decided) {
        if (!decided.allowed()) {
            throw new RateLimitExceededException(decided);
        }
        Map<RateLimiter, Hold> holds = new LinkedHashMap<>();
        permits.forEach((limiter, count) -> holds.put(
                limiter,
                new FakeHold(
                        this,
                        limiter.toString(),
                        count,
                        Decision.of(limiter.name(), limits.get(limiter.name())).build())));
        return holds;
    }

    @Override
    public CompletionStage<Map<RateLimiter, Hold>> holdAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        return CancellableStage.of(
                decideAsync(permits, timeout).toCompletableFuture(), decided -> holds(permits, decided));
    }

    synchronized void settle(String limiter, long taken, long actual) {
        settled.add(limiter + "=" + taken + "->" + actual);
        used.merge(limiter, actual - taken, Long::sum);
    }

    /** Decides all that wait, on the thread of the caller, as a store's own thread would. */
    public void decideWaiting() {
        waiting.stream()
                .filter(call -> !call.decision().isDone())
                .forEach(call -> call.decision().complete(decide(call.permits(), call.timeout())));
    }

    @Override
    public void close() {}
}
