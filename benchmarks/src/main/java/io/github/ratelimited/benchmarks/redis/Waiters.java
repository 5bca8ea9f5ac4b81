package io.github.ratelimited.benchmarks.redis;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Many callers that wait for the permits of one limit, ours and the peer's at the same time on servers of their own.
 *
 * @param plan how much is measured
 */
public record Waiters(Plan plan) {

    private static final RateLimit LIMIT = RateLimit.of(20, Duration.ofSeconds(1));
    private static final Executor THREADS = task -> new Thread(task).start();

    /**
     * What serving all of them took.
     *
     * @param scripts scripts that the server ran for each grant, beyond those that it runs anyway
     * @param rate permits a second after those of the first moment
     */
    private record Served(double scripts, double rate) {}

    /** {@return what serving all of them took} */
    public List<Result> results() {
        CompletableFuture<Served> ours = serve(peers -> peers.ours("waiters", LIMIT)::acquire);
        CompletableFuture<Served> theirs = serve(peers -> peers.redisson("waiters", LIMIT)::acquire);
        return List.of(
                new Result(
                        "scripts_per_grant_500_waiters",
                        "Scripts for a grant, 500 waiters",
                        "scripts",
                        measures(ours.join().scripts(), theirs.join().scripts())),
                new Result(
                        "reached_rate_20_per_s",
                        "Rate reached of 20 a second, 500 waiters",
                        "permits/s",
                        measures(ours.join().rate(), theirs.join().rate())));
    }

    private static Map<String, Measure> measures(double ours, double theirs) {
        return Result.pair(Measure.of(List.of(ours)), Peers.REDISSON, Measure.of(List.of(theirs)));
    }

    private CompletableFuture<Served> serve(Function<Peers, Runnable> limiter) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (Peers peers = new Peers();
                            ServerUse use = ServerUse.of(peers.server().redis())) {
                        return serve(limiter.apply(peers), use);
                    }
                },
                THREADS);
    }

    private Served serve(Runnable acquire, ServerUse use) {
        long before = use.scripts();
        long start = System.nanoTime();
        List<CompletableFuture<Void>> waiters = IntStream.range(0, plan.waiters())
                .mapToObj(i -> CompletableFuture.runAsync(acquire, THREADS))
                .toList();
        waiters.forEach(CompletableFuture::join);
        double seconds = secondsSince(start);
        double scripts = use.scripts() - before - seconds * idleScriptsPerSecond(use);
        return new Served(scripts / plan.waiters(), (plan.waiters() - LIMIT.rate()) / seconds);
    }

    /** Those that look for new limits are for no grant. */
    private double idleScriptsPerSecond(ServerUse use) {
        long before = use.scripts();
        long start = System.nanoTime();
        double idle = 10 * plan.round().toMillis() / 1e3;
        Pause.until(() -> secondsSince(start) >= idle);
        return (use.scripts() - before) / secondsSince(start);
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
