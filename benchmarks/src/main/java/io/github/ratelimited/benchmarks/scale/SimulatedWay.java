package io.github.ratelimited.benchmarks.scale;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An instance's way to a master: one script at a time, which carries what has come meanwhile. */
final class SimulatedWay implements LimiterStore {

    /** As in the library. */
    private static final int MOST = 128;

    private static final long TIMEOUT = 250_000_000;

    /** A request that travels or waits for its turn. */
    record Pending(Acquisition request, GrantCallback callback, long since) {}

    private final VirtualTime time;
    private final SimulatedMaster master;
    private final Queue<Pending> queue = new ArrayDeque<>();
    private boolean busy;

    SimulatedWay(VirtualTime time, SimulatedMaster master) {
        this.time = time;
        this.master = master;
    }

    /** Chunks stand behind nobody. */
    @Override
    public void acquire(Acquisition request, GrantCallback callback) {
        if (request.lease()) {
            master.decide(
                    List.of(new Pending(request, callback, time.nanos())), answers -> answers.forEach(Runnable::run));
            return;
        }
        queue.add(new Pending(request, callback, time.nanos()));
        send();
    }

    private void send() {
        while (!queue.isEmpty() && time.nanos() - queue.peek().since() > TIMEOUT) {
            queue.remove().callback().answered(null, new RateLimiterUnavailableException("too late", null));
        }
        if (busy || queue.isEmpty()) {
            return;
        }
        busy = true;
        List<Pending> batch = new ArrayList<>();
        while (!queue.isEmpty() && batch.size() < MOST) {
            batch.add(queue.remove());
        }
        master.decide(batch, answers -> {
            busy = false;
            send();
            answers.forEach(Runnable::run);
        });
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        master.settle(settlements);
        return CompletableFuture.completedFuture(0.0);
    }
}
