package io.github.ratelimited.benchmarks.scale;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.benchmarks.scale.SimulatedWay.Pending;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A master that runs one script after the other, each after half a round trip and for as long as it takes. */
final class SimulatedMaster {

    /** A chunk is at most this part of what remains. */
    private static final int PARTS = 10;

    private final VirtualTime time;
    private final LocalStore counts;
    private final Costs costs;
    private long free;
    private long busy;
    private long scripts;

    SimulatedMaster(VirtualTime time, Costs costs) {
        this.time = time;
        this.costs = costs;
        this.counts = new LocalStore(() -> time.nanos() / 1000, Basis.STORE, 1000);
    }

    /** Server time so far, in ns. */
    long busy() {
        return busy;
    }

    long scripts() {
        return scripts;
    }

    private long wire() {
        return (long) (costs.roundTrip() * 500);
    }

    /** Runs a script when its turn comes; tells when it is over. */
    private long run(double micros) {
        long cost = (long) (micros * 1000);
        free = Math.max(time.nanos(), free) + cost;
        busy += cost;
        scripts++;
        return free;
    }

    void decide(List<Pending> batch, Consumer<List<Runnable>> landed) {
        time.at(time.nanos() + wire(), () -> {
            long leases = batch.stream().filter(each -> each.request().lease()).count();
            long calls = batch.size() - leases;
            long end = run(leases * costs.chunk() + calls * costs.ofOneKey(calls));
            List<Runnable> answers = new ArrayList<>();
            batch.forEach(pending -> decide(pending, answers));
            time.at(end + wire(), () -> landed.accept(answers));
        });
    }

    private void decide(Pending pending, List<Runnable> answers) {
        Acquisition request = pending.request();
        Demand demand = request.demands().get(0);
        Demand taken = request.lease() ? chunk(demand) : demand;
        Acquisition asked = new Acquisition(List.of(taken), request.maxWait(), request.deadline());
        counts.acquire(asked, (grant, failure) -> {
            Grant told = grant == null || taken.permits() > 0
                    ? grant
                    : new Grant(grant.demands(), grant.decisions(), List.of());
            answers.add(() -> pending.callback().answered(told, failure));
        });
    }

    private Demand chunk(Demand wanted) {
        long remaining = counts.usage(wanted).toCompletableFuture().join().remaining();
        return wanted.of(Math.min(wanted.permits(), remaining / PARTS));
    }

    void settle(List<Settlement> settlements) {
        time.at(time.nanos() + wire(), () -> {
            run(costs.chunk());
            counts.settle(settlements);
        });
    }
}
