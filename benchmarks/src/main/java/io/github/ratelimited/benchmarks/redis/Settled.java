package io.github.ratelimited.benchmarks.redis;

import com.sun.management.ThreadMXBean;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.benchmarks.measure.Contender;
import io.github.ratelimited.benchmarks.measure.Loop;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import io.github.ratelimited.local.LocalRateLimiters;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What it costs to tell what a call really used: each takes 2 permits and gives one back.
 *
 * @param plan how much is measured
 * @param peers this library and the others
 */
public record Settled(Plan plan, Peers peers) {

    private static final RateLimit PLENTY = RateLimit.of(100_000, Duration.ofMillis(100));
    private static final String UNSETTLED = Result.OURS + ", not settled";
    private static final String IN_PROCESS = Result.OURS + ", in the process";

    private static Hold hold(RateLimiter limiter) {
        return limiter.hold(2, Duration.ZERO);
    }

    private static boolean settle(RateLimiter limiter) {
        hold(limiter).settle(1);
        return true;
    }

    private Loop loop() {
        return new Loop(plan.rounds(), plan.round(), peers.processors());
    }

    private List<Contender> contenders(String name) {
        RateLimiter settled = peers.ours(name, PLENTY);
        RateLimiter other = peers.ours(name + "-other", PLENTY);
        return List.of(
                new Contender(Result.OURS, number -> settle(settled)),
                new Contender(UNSETTLED, number -> other.tryAcquire(2)));
    }

    /** {@return what the thread that settles spends on it, in time and in memory} */
    public List<Result> caller() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return List.of(
                caller("settle_ns", "Time of settling on the calling thread", "ns", System::nanoTime),
                caller(
                        "settle_bytes",
                        "Memory that settling allocates",
                        "bytes",
                        threads::getCurrentThreadAllocatedBytes));
    }

    private Result caller(String key, String title, String unit, LongSupplier meter) {
        try (RateLimiters local =
                LocalRateLimiters.builder().limit("local", PLENTY).build()) {
            RateLimiter shared = peers.ours(key, PLENTY);
            RateLimiter own = local.get("local");
            List<Contender> contenders = List.of(
                    new Contender(Result.OURS, number -> settle(shared)),
                    new Contender(IN_PROCESS, number -> settle(own)));
            return new Result(
                    key,
                    title,
                    unit,
                    loop().byTurns(
                                    contenders,
                                    contender -> spent(contender.name().equals(IN_PROCESS) ? own : shared, meter)));
        }
    }

    private double spent(RateLimiter limiter, LongSupplier meter) {
        long spent = 0;
        for (int i = 0; i < plan.calls(); i++) {
            Hold hold = hold(limiter);
            long before = meter.getAsLong();
            hold.settle(1);
            spent += meter.getAsLong() - before;
        }
        return (double) spent / plan.calls();
    }

    /**
     * Scripts for each call.
     *
     * @param use what the server says
     * @return the comparison
     */
    public Result scripts(ServerUse use) {
        return underLoad("settle_scripts_per_call", "Scripts for a call that is settled", "scripts", use::scripts);
    }

    /**
     * Time of the server for each call.
     *
     * @param use what the server says
     * @return the comparison
     */
    public Result server(ServerUse use) {
        return underLoad(
                "settle_server_us", "Server time of a call that is settled", "us of the server", use::scriptMicros);
    }

    private Result underLoad(String key, String title, String unit, LongSupplier meter) {
        return new Result(key, title, unit, loop().byTurns(contenders(key), contender -> underLoad(contender, meter)));
    }

    private double underLoad(Contender contender, LongSupplier meter) {
        LongAdder calls = new LongAdder();
        long before = meter.getAsLong();
        new Loop(0, plan.round(), peers.processors())
                .callsPerSecond(plan.threads(), List.of(new Contender(contender.name(), number -> {
                    calls.increment();
                    return contender.call().at(number);
                })));
        return (double) (meter.getAsLong() - before) / calls.sum();
    }
}
