package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.internal.DaemonThreads;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.limits.LimitLevels;
import io.github.ratelimited.limits.LimitQuery;
import io.github.ratelimited.limits.Plans;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Function;

/** Rate limiters on top of any store. */
public final class StoreRateLimiters implements RateLimiters {

    private final StoreSettings settings;
    private final WaitRegistry waits;

    /** Makes limiters. */
    public StoreRateLimiters(StoreSettings settings) {
        this.settings = settings;
        this.waits = new WaitRegistry(settings);
    }

    /** {@return a timer of one daemon thread that forgets cancelled tasks at once} */
    public static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, task -> DaemonThreads.make("ratelimited-timer", task));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return timer;
    }

    @Override
    public RateLimiter get(String name) {
        LimitQuery all = new LimitQuery(new LimiterKey(SettingChecks.limiterName(name), ""));
        return new StoreRateLimiter(waits, levels().of(name), all);
    }

    @Override
    public RateLimiter declare(String name, RateLimit limit) {
        RateLimiter limiter = get(name);
        levels().requireOpen(name);
        settings.limits().declare(name, SettingChecks.given("limit of '" + name + "'", limit));
        return limiter;
    }

    @Override
    public void plans(String name, Map<String, Plan> plans) {
        levels().plans(SettingChecks.limiterName(name), Plans.of(name, plans));
    }

    /** {@return which limit is in force, for operators} */
    public LimitLevels levels() {
        return waits.levels;
    }

    @Override
    public Set<String> names() {
        return settings.limits().names();
    }

    @Override
    public Decision decide(Map<RateLimiter, Long> permits, Duration timeout) {
        return now(permits, timeout, asked -> (grant, decisions) -> first(decisions));
    }

    @Override
    public CompletionStage<Decision> decideAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        return ask(permits, timeout, settings.executor(), asked -> (grant, decisions) -> first(decisions));
    }

    @Override
    public List<Decision> decideEach(Map<RateLimiter, Long> permits, Duration timeout) {
        return now(permits, timeout, asked -> (grant, decisions) -> decisions);
    }

    @Override
    public CompletionStage<List<Decision>> decideEachAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        return ask(permits, timeout, settings.executor(), asked -> (grant, decisions) -> decisions);
    }

    private <T> T now(
            Map<RateLimiter, Long> permits, Duration timeout, Function<Set<RateLimiter>, PermitResult<T>> result) {
        return AnswerDelivery.ask(
                () -> ask(permits, timeout, AnswerDelivery.DIRECT, result),
                settings.limits().isRemote(),
                SettingChecks.given("permits", permits).keySet());
    }

    @Override
    public Map<RateLimiter, Hold> hold(Map<RateLimiter, Long> permits, Duration timeout) {
        return now(permits, timeout, asked -> new Holds.OfEach(waits.settlements, asked));
    }

    @Override
    public CompletionStage<Map<RateLimiter, Hold>> holdAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        return ask(permits, timeout, settings.executor(), asked -> new Holds.OfEach(waits.settlements, asked));
    }

    private static Decision first(List<Decision> decisions) {
        return decisions.get(0);
    }

    private <T> CompletableFuture<T> ask(
            Map<RateLimiter, Long> permits,
            Duration timeout,
            Executor where,
            Function<Set<RateLimiter>, PermitResult<T>> result) {
        try {
            AbstractRateLimiter.requireOf(waits, permits);
            SettingChecks.given("timeout", timeout);
        } catch (IllegalArgumentException ex) {
            return CompletableFuture.failedFuture(ex);
        }
        List<CompletableFuture<Demand>> demands = new ArrayList<>(permits.size());
        permits.forEach(
                (limiter, count) -> demands.add(levels().of(limiter.name()).demand(query(limiter), count)));
        CompletableFuture<List<Demand>> known = CompletableFuture.allOf(demands.toArray(CompletableFuture[]::new))
                .thenApply(done -> demands.stream().map(CompletableFuture::join).toList());
        String first =
                permits.keySet().stream().map(RateLimiter::name).findFirst().orElse("");
        return waits.start(first, known, timeout, where, result.apply(permits.keySet()));
    }

    private static LimitQuery query(RateLimiter limiter) {
        return limiter instanceof AbstractRateLimiter known
                ? known.query()
                : new LimitQuery(
                        new LimiterKey(limiter.name(), limiter.key()),
                        () -> KeyEncoding.partsOfText(limiter.key()),
                        null,
                        null);
    }

    @Override
    public void close() {
        waits.close();
        levels().close();
        settings.timer().shutdown();
        settings.onClose().run();
    }
}
