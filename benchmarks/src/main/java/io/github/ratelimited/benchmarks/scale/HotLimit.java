package io.github.ratelimited.benchmarks.scale;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.denial.DenialCacheStore;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.lease.LeaseStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One limit that many instances lease, as the library does it but for time and Redis. Calls come evenly at random.
 *
 * @param rate permits a second
 * @param instances how many share them
 * @param demand calls a second, as a part of the rate
 * @param lease length of a lease
 */
record HotLimit(long rate, int instances, double demand, Duration lease) {

    private static final int SECONDS = 3;
    private static final int TICK = 1_000_000;
    private static final int TICKS = SECONDS * 1000;

    /** The first second is for the start, when nobody holds anything. */
    private static final int MEASURED = SECONDS - 1;

    private static final int SPAN = 1000;

    private final class Instance implements LimiterObserver {

        final UsageMemo memo = UsageMemo.empty();
        final LeaseStore store;
        long held;

        Instance(SimulatedMaster master, VirtualTime time) {
            SimulatedWay way = new SimulatedWay(time, master);
            this.store = new LeaseStore(
                    new DenialCacheStore(way, () -> time.nanos() / 1000, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                    way,
                    Map.of("hot", new LeaseLength(lease)),
                    Duration.ofSeconds(1),
                    time,
                    this,
                    time::nanos);
        }

        @Override
        public void leased(String limiter, long permits) {
            held += permits;
        }

        @Override
        public void leaseEnded(String limiter, long used, long returned) {
            held -= returned;
        }
    }

    /** What came out. */
    record Outcome(double inProcess, double used, double most, double scripts, double busy, double lostByADeath) {}

    Outcome run(Costs costs) {
        VirtualTime time = new VirtualTime();
        SimulatedMaster master = new SimulatedMaster(time, costs);
        List<Instance> all = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            all.add(new Instance(master, time));
        }
        RateLimit limit = RateLimit.of(rate, Duration.ofSeconds(1)).withAlgorithm(Algorithm.SLIDING_WINDOW);
        Demand one = new Demand("hot", "", limit, 1);
        long[] used = new long[TICKS + 1];
        long inProcess = 0;
        long scriptsBefore = 0;
        long busyBefore = 0;
        SplittableRandom random = new SplittableRandom(1);
        double mean = demand * rate / instances / 1000;
        for (int tick = 0; tick < TICKS; tick++) {
            time.runUntil((long) tick * TICK);
            if (tick == SPAN) {
                scriptsBefore = master.scripts();
                busyBefore = master.busy();
            }
            for (Instance instance : all) {
                long calls = poisson(random, mean);
                for (long call = 0; call < calls; call++) {
                    Decision decision = instance.store.acquireNow(one, instance.memo, () -> asking(one, used, time));
                    if (decision != null && decision.allowed()) {
                        instance.held--;
                        inProcess += tick >= SPAN ? 1 : 0;
                        used[tick]++;
                    }
                }
            }
        }
        long lost = all.stream().mapToLong(instance -> instance.held).sum();
        long total = 0;
        long most = 0;
        long span = 0;
        for (int tick = 0; tick < TICKS; tick++) {
            total += tick >= SPAN ? used[tick] : 0;
            span += used[tick] - (tick >= SPAN ? used[tick - SPAN] : 0);
            most = Math.max(most, span);
        }
        return new Outcome(
                (double) inProcess / total,
                (double) total / MEASURED / rate,
                (double) most / rate,
                (double) (master.scripts() - scriptsBefore) / MEASURED,
                (master.busy() - busyBefore) / 1e9 / MEASURED,
                (double) lost / instances);
    }

    private static StoreRequest asking(Demand one, long[] used, VirtualTime time) {
        return new StoreRequest(
                new Acquisition(List.of(one), Duration.ZERO, Deadline.after(Duration.ofSeconds(1))),
                (grant, failure) -> {
                    if (grant != null && grant.allowed()) {
                        used[(int) Math.min(TICKS, time.nanos() / TICK)]++;
                    }
                });
    }

    private static long poisson(SplittableRandom random, double mean) {
        if (mean > 30) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        long calls = 0;
        double end = Math.exp(-mean);
        for (double product = random.nextDouble(); product > end; product *= random.nextDouble()) {
            calls++;
        }
        return calls;
    }

    String describe(Costs costs) {
        Outcome outcome = run(costs);
        return String.format(
                Locale.ROOT,
                "| %d | %.1f | %d ms | %.1f %% | %.3f | %.3f | %,.0f | %.1f %% | %,.0f |",
                instances,
                demand,
                lease.toMillis(),
                100 * outcome.inProcess(),
                outcome.used(),
                outcome.most(),
                outcome.scripts(),
                100 * outcome.busy(),
                outcome.lostByADeath());
    }
}
