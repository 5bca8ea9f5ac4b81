package io.github.ratelimited.benchmarks.scale;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.observe.LeaseCounts;
import io.github.ratelimited.observe.LeaseCounts.Leased;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three masters on this machine and two instances, held against what the arithmetic says of them. */
record RealCluster(RedisCluster cluster, RedissonClient client) implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RealCluster.class);
    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+),usec=(\\d+)");

    private static final int INSTANCES = 2;
    private static final int THREADS = 4;
    private static final int KEYS = 1000;
    private static final int RATE = 4000;
    private static final int SECONDS = 5;
    private static final double LEASE = .5;

    static RealCluster start() {
        RedisCluster cluster = RedisCluster.start();
        Config config = new Config();
        config.useClusterServers().setNodeAddresses(cluster.urls());
        return new RealCluster(cluster, Redisson.create(config));
    }

    private long[] commands() {
        long[] sums = new long[2];
        for (RedisServer node : cluster.nodes()) {
            try (RedisConnection connection = node.redis().connect()) {
                Matcher matcher = SCRIPTS.matcher(String.valueOf(connection.command("INFO", "commandstats")));
                while (matcher.find()) {
                    sums[0] += Long.parseLong(matcher.group(1));
                    sums[1] += Long.parseLong(matcher.group(2));
                }
            }
        }
        return sums;
    }

    void compare() {
        List<LeaseCounts> counts =
                IntStream.range(0, INSTANCES).mapToObj(i -> new LeaseCounts()).toList();
        List<RateLimiters> instances = counts.stream()
                .map(count -> RedisRateLimiters.builder(client)
                        .prefix("scale")
                        .timeout(Duration.ofSeconds(5))
                        .observer(count)
                        .lease("keys", Duration.ofMillis((long) (LEASE * 1000)))
                        .build())
                .toList();
        RateLimit plenty = RateLimit.of(1_000_000, Duration.ofSeconds(10));
        List<RateLimiter> limiters =
                instances.stream().map(each -> each.declare("keys", plenty)).toList();
        call(limiters, 2);
        long[] before = commands();
        long leasedBefore = spent(counts);
        long calls = call(limiters, SECONDS);
        long[] after = commands();
        long spent = spent(counts) - leasedBefore;
        instances.forEach(RateLimiters::close);

        Cluster asked = new Cluster((double) calls / SECONDS, INSTANCES, 3, KEYS, 1, LEASE, INSTANCES);
        Cluster.Figures said = asked.figures(Costs.MEASURED);
        log.info(
                "{} calls a second: in process {} %, said {} %; scripts a second {}, said {}; server time {} %, said {} %",
                calls / SECONDS,
                100 * spent / calls,
                Math.round(100 * said.leased()),
                (after[0] - before[0]) / SECONDS,
                Math.round(said.scripts()),
                (after[1] - before[1]) / 10_000.0 / SECONDS,
                100 * said.busy());
    }

    private static long spent(List<LeaseCounts> counts) {
        long spent = 0;
        for (LeaseCounts count : counts) {
            Leased leased = count.of("keys");
            spent += leased == null ? 0 : leased.used();
        }
        return spent;
    }

    /** Calls evenly; tells how many. */
    private static long call(List<RateLimiter> limiters, int seconds) {
        return IntStream.range(0, INSTANCES * THREADS)
                .mapToObj(thread -> CompletableFuture.supplyAsync(
                        () -> call(limiters.get(thread % INSTANCES), thread, seconds),
                        task -> new Thread(task).start()))
                .toList()
                .stream()
                .mapToLong(CompletableFuture::join)
                .sum();
    }

    private static long call(RateLimiter limiter, int thread, int seconds) {
        List<RateLimiter> keys =
                IntStream.range(0, KEYS).mapToObj(key -> limiter.forKey(key)).toList();
        SplittableRandom random = new SplittableRandom(thread);
        double[] sums = new double[KEYS];
        double sum = 0;
        for (int key = 0; key < KEYS; key++) {
            sum += 1.0 / (key + 1);
            sums[key] = sum;
        }
        long pause = TimeUnit.SECONDS.toNanos(1) * INSTANCES * THREADS / RATE;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long calls = 0;
        for (long next = System.nanoTime(); next < end; next += pause) {
            LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
            int place = Arrays.binarySearch(sums, random.nextDouble() * sum);
            keys.get(place < 0 ? -place - 1 : place).tryAcquire();
            calls++;
        }
        return calls;
    }

    @Override
    public void close() {
        client.shutdown();
        cluster.close();
    }
}
