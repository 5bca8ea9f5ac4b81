package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.lease.LeaseStore;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A node that leases, in a JVM of its own: threads that call for a while, then all that happened. */
final class LeasingNode {

    static final RateLimit LIMIT = RateLimit.of(5_000, Duration.ofSeconds(1)).withAlgorithm(Algorithm.SLIDING_WINDOW);

    private static final int THREADS = 2;

    private LeasingNode() {}

    /** Starts a node; it waits for a line before it begins. */
    static Process start(Redis server, String prefix, int seconds, int pauseMicros) throws IOException {
        return NodeProgram.start(
                LeasingNode.class, server, prefix, String.valueOf(seconds), String.valueOf(pauseMicros));
    }

    public static void main(String[] args) throws Exception {
        Redis server = new Redis(args[0], Integer.parseInt(args[1]), "given");
        ScheduledExecutorService timer = StoreRateLimiters.timer();
        try (RealRedis redis = RealRedis.open(server)) {
            LeaseLog log = new LeaseLog(
                    redis.batching(args[2], Duration.ofSeconds(30), null).permits());
            LeaseStore store = new LeaseStore(
                    log,
                    log,
                    Map.of("hot", new LeaseLength(Duration.ofMillis(100))),
                    Duration.ofSeconds(5),
                    timer,
                    LimiterObserver.NONE,
                    System::nanoTime);
            store.acquire(request(0)).toCompletableFuture().join();
            System.out.println(NodeProgram.READY);
            System.in.read();
            run(store, log, TimeUnit.SECONDS.toNanos(Long.parseLong(args[3])), Long.parseLong(args[4]) * 1000);
            store.closeBefore(() -> {}).run();
            System.out.println(
                    "events " + log.events().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        }
    }

    private static Demand demand(long permits) {
        return new Demand("hot", "", LIMIT, permits);
    }

    private static Acquisition request(long permits) {
        return new Acquisition(List.of(demand(permits)), Duration.ZERO, Deadline.after(Duration.ofSeconds(5)));
    }

    private static void run(LeaseStore store, LeaseLog log, long nanos, long pause) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                UsageMemo memo = UsageMemo.empty();
                while (System.nanoTime() < end) {
                    CompletableFuture<Void> answer = new CompletableFuture<>();
                    Decision decision = store.acquireNow(
                            demand(1),
                            memo,
                            () -> new StoreRequest(request(1), (grant, failure) -> answer.complete(null)));
                    if (decision == null) {
                        answer.join();
                    } else if (decision.allowed()) {
                        log.used();
                    }
                    LockSupport.parkNanos(pause);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
