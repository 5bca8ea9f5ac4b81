package io.github.ratelimited.benchmarks.redis;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.benchmarks.measure.Contender;
import io.github.ratelimited.benchmarks.measure.Loop;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import io.github.ratelimited.benchmarks.measure.WarmUps;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.redisson.api.RRateLimiter;

/**
 * Calls a second through Redis.
 *
 * @param plan how much is measured
 * @param peers this library and the others
 * @param warmUps those of all its comparisons
 */
public record Throughput(Plan plan, Peers peers, WarmUps warmUps) {

    /** Enough for all that can be asked for. */
    private static final RateLimit PLENTY = RateLimit.of(100_000, Duration.ofMillis(100));

    private static final RateLimit FEW = RateLimit.of(5, Duration.ofHours(1));
    private static final int IN_FLIGHT = 1000;
    private static final Set<String> SCRIPTS = Set.of(Result.OURS, Peers.REDISSON, Peers.GATEWAY, Peers.NO_OP);
    private static final String UNIT = "calls/s";

    /**
     * With contenders that come for the first time.
     *
     * @param plan how much is measured
     * @param peers this library and the others
     */
    public Throughput(Plan plan, Peers peers) {
        this(plan, peers, new WarmUps());
    }

    private Loop loop() {
        return new Loop(plan.rounds(), plan.round(), peers.processors(), warmUps);
    }

    /** {@return calls a second of many threads on one key} */
    public Result hotKey() {
        return result("hot_key_64_threads", "One hot key", plan.threads(), peers.all("hot", 1, PLENTY));
    }

    /**
     * Calls on many keys. Few threads make small batches or none.
     *
     * @param threads threads that call at once
     * @return calls a second
     */
    public Result distinctKeys(int threads) {
        return distinctKeys(threads, peers.all("of-" + threads, plan.keys(), PLENTY));
    }

    /**
     * The same among those alone that send a script for each call, to show how the ratio grows with the threads.
     *
     * @param threads threads that call at once
     * @return calls a second
     */
    public Result distinctKeysOfScripts(int threads) {
        List<Contender> scripts = peers.all("of-" + threads, plan.keys(), PLENTY).stream()
                .filter(contender -> SCRIPTS.contains(contender.name()))
                .toList();
        return distinctKeys(threads, scripts);
    }

    private Result distinctKeys(int threads, List<Contender> contenders) {
        return result(
                "distinct_keys_" + threads + "_threads",
                threads == 64 ? "Many keys" : "Many keys, " + threads + " threads",
                Math.min(threads, plan.threads()),
                contenders);
    }

    /** {@return calls a second of one thread} */
    public Result singleThread() {
        return result("single_thread", "One thread", 1, peers.all("single", 1, PLENTY));
    }

    /** {@return calls a second that are rejected on one key} */
    public Result rejectedHotKey() {
        List<Contender> all = peers.all("rejected", 1, FEW);
        all.forEach(contender -> {
            for (int i = 0; i < 10; i++) {
                contender.call().at(0);
            }
        });
        return result("denied_hot_key", "Rejected calls on a hot key", plan.threads(), all);
    }

    private Result result(String key, String title, int threads, List<Contender> contenders) {
        return new Result(key, title, UNIT, loop().callsPerSecond(threads, contenders));
    }

    /** {@return calls a second with 1000 of them in flight} */
    public Result asyncInFlight() {
        RateLimiter ours = peers.ours("async", PLENTY);
        RRateLimiter redisson = peers.redisson("async", PLENTY);
        List<Contender> contenders = List.of(
                inFlight(Result.OURS, () -> ours.tryAcquireAsync(1, Duration.ZERO)),
                inFlight(Peers.REDISSON, redisson::tryAcquireAsync));
        return new Result(
                "async_in_flight_1000",
                "1000 asynchronous calls in flight",
                UNIT,
                loop().byTurns(contenders, this::asynchronous));
    }

    /** A call starts one, or with a negative number waits for all. */
    private static Contender inFlight(String name, Supplier<CompletionStage<Boolean>> call) {
        InFlight calls = new InFlight(IN_FLIGHT, call);
        return new Contender(name, number -> {
            if (number < 0) {
                calls.finish();
            } else {
                calls.start(1);
            }
            return true;
        });
    }

    private double asynchronous(Contender contender) {
        long start = System.nanoTime();
        long calls = 0;
        while (System.nanoTime() - start < plan.round().toNanos()) {
            contender.call().at(0);
            calls++;
        }
        contender.call().at(-1);
        return calls * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - start);
    }
}
