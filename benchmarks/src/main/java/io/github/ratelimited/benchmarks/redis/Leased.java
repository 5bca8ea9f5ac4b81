package io.github.ratelimited.benchmarks.redis;

import io.github.bucket4j.distributed.proxy.optimization.DelayParameters;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.benchmarks.measure.Contender;
import io.github.ratelimited.benchmarks.measure.Loop;
import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import io.github.ratelimited.benchmarks.measure.WarmUps;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.redisson.api.RRateLimiter;

/**
 * Granted calls on one hot key by those who need not ask for each of them.
 *
 * @param plan how much is measured
 * @param peers this library and the others
 * @param leasing limiters that take permits ahead; closed with this
 * @param warmUps those of all its comparisons
 */
public record Leased(Plan plan, Peers peers, RateLimiters leasing, WarmUps warmUps) implements AutoCloseable {

    /** More than anybody can ask for, at the highest rate that there is. */
    private static final RateLimit PLENTY = RateLimit.of(36_000_000_000L, Duration.ofHours(10));

    private static final Duration LEASE = Duration.ofMillis(100);

    /** As many as the fewest calls in a lease of which fewer than one in a hundred shall need a script. */
    private static final int CALLS_IN_A_LEASE = 200;

    /** More than a call of anybody else asks for between two of them is not asked for. */
    private static final long UNSYNCHRONIZED = 100_000_000;

    /**
     * With limiters that lease.
     *
     * @param plan how much is measured
     * @param peers the others
     * @return the comparisons
     */
    public static Leased of(Plan plan, Peers peers) {
        RedisRateLimiters.Builder builder =
                RedisRateLimiters.builder(peers.redisson).prefix("leased").timeout(Duration.ofSeconds(5));
        List.of("leased", "leased-single", "leased-paced").forEach(name -> builder.lease(name, LEASE));
        return new Leased(plan, peers, builder.build(), new WarmUps());
    }

    private List<Contender> contenders(String name) {
        RateLimiter ours = leasing.declare(name, PLENTY);
        RRateLimiter redisson = peers.redisson(name, PLENTY);
        DelayParameters delay = new DelayParameters(UNSYNCHRONIZED, LEASE);
        return List.of(
                new Contender(Result.OURS, number -> ours.tryAcquire()),
                new Contender(Peers.REDISSON, number -> redisson.tryAcquire()),
                peers.bucket4j("Bucket4j on Redis", name + "-plain", PLENTY, null),
                peers.bucket4j("Bucket4j, delaying", name + "-delaying", PLENTY, Optimizations.delaying(delay)),
                peers.bucket4j("Bucket4j, predicting", name + "-predicting", PLENTY, Optimizations.predicting(delay)));
    }

    private Loop loop() {
        return new Loop(plan.rounds(), plan.round(), peers.processors(), warmUps);
    }

    /** {@return calls a second of many threads} */
    public Result hotKey() {
        return new Result(
                "leased_hot_key_64_threads",
                "One hot key, leased",
                "calls/s",
                loop().callsPerSecond(plan.threads(), contenders("leased")));
    }

    /** {@return the time of a call of one thread} */
    public Result singleThread() {
        Map<String, Measure> times = new LinkedHashMap<>();
        loop().callsPerSecond(1, contenders("leased-single"))
                .forEach((name, calls) -> times.put(name, calls.inverse(TimeUnit.SECONDS.toNanos(1))));
        return new Result("leased_single_thread_ns", "One thread on one hot key, leased", "ns", times);
    }

    /**
     * Calls that come evenly, so many in a lease, on a server of their own, which no other limiters poll.
     *
     * @param plan how much is measured
     * @return scripts for each call
     */
    public static Result scripts(Plan plan) {
        try (Peers alone = new Peers();
                ServerUse use = ServerUse.of(alone.server().redis());
                Leased leased = of(plan, alone)) {
            return leased.scripts(use);
        }
    }

    private Result scripts(ServerUse use) {
        List<Contender> contenders = contenders("leased-paced").subList(0, 2);
        return new Result(
                "leased_scripts_per_grant",
                "Scripts for a grant, leased, 200 calls in a lease",
                "scripts",
                loop().byTurns(contenders, contender -> scripts(use, contender)));
    }

    private double scripts(ServerUse use, Contender contender) {
        call(contender, LEASE.multipliedBy(5));
        long before = use.scripts();
        long calls = call(contender, plan.round().multipliedBy(2));
        return (double) (use.scripts() - before) / calls;
    }

    private static long call(Contender contender, Duration time) {
        long pause = LEASE.toNanos() / CALLS_IN_A_LEASE;
        long end = System.nanoTime() + time.toNanos();
        long calls = 0;
        for (long next = System.nanoTime(); next < end; next += pause) {
            LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
            contender.call().at(0);
            calls++;
        }
        return calls;
    }

    @Override
    public void close() {
        leasing.close();
    }
}
