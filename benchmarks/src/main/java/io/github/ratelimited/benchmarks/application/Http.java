package io.github.ratelimited.benchmarks.application;

import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Requests over HTTP that are refused, beside those that are allowed, on one connection for each thread.
 *
 * @param plan how much is measured
 * @param redis URL of the Redis that the application uses
 */
public record Http(Plan plan, String redis) {

    private static final String REFUSED = Result.OURS + ", refused";
    private static final String ALLOWED = "allowed";

    /**
     * What one round measured.
     *
     * @param perSecond requests a second
     * @param p99 the time in milliseconds that 99 of 100 took at most
     */
    private record Round(double perSecond, double p99) {}

    /** {@return requests that routes limit} */
    public List<Result> routes() {
        return pair("route", "a route", "/full/u", "/open/u");
    }

    /** {@return requests whose methods are limited} */
    public List<Result> methods() {
        return pair("method", "a method", "/method/full/u", "/method/open/u");
    }

    private List<Result> pair(String key, String limited, String full, String open) {
        try (ConfigurableApplicationContext context = WebApplication.start(
                "--spring.data.redis.url=" + redis,
                "--ratelimited.prefix=http-" + key,
                "--ratelimited.redis.timeout=10s")) {
            int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            return pair(port, key, limited, full, open);
        }
    }

    private List<Result> pair(int port, String key, String limited, String full, String open) {
        Map<String, List<Round>> rounds = new LinkedHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(plan.threads());
        try {
            for (int i = 0; i <= Math.max(1, plan.rounds()); i++) {
                Round refused = round(pool, port, full, 429, i);
                Round allowed = round(pool, port, open, 200, i);
                if (i > 0) {
                    rounds.computeIfAbsent(REFUSED, name -> new ArrayList<>()).add(refused);
                    rounds.computeIfAbsent(ALLOWED, name -> new ArrayList<>()).add(allowed);
                }
            }
        } finally {
            pool.shutdown();
        }
        return List.of(
                result("http_refused_" + key, "Requests that " + limited + " refuses", "requests/s", rounds, true),
                result("http_refused_" + key + "_p99", "99 of 100 that " + limited + " refuses", "ms", rounds, false));
    }

    private static Result result(
            String key, String title, String unit, Map<String, List<Round>> rounds, boolean speed) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        rounds.forEach((name, all) -> measures.put(
                name,
                Measure.of(all.stream()
                        .map(round -> speed ? round.perSecond() : round.p99())
                        .toList())));
        return new Result(key, title, unit, measures);
    }

    /** The first round warms up and is longer. */
    private Round round(ExecutorService pool, int port, String path, int status, int number) {
        long start = System.nanoTime();
        long end = start + plan.round().toNanos() * (number == 0 ? 10 : 1);
        List<CompletableFuture<List<Long>>> clients = IntStream.range(0, plan.threads())
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> client(port, path, status, end), pool))
                .toList();
        long[] times = clients.stream()
                .flatMap(client -> client.join().stream())
                .mapToLong(Long::longValue)
                .toArray();
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        Arrays.sort(times);
        return new Round(times.length / seconds, times[(int) (times.length * 0.99)] / 1e6);
    }

    private static List<Long> client(int port, String path, int status, long end) {
        List<Long> times = new ArrayList<>();
        byte[] request = KeepAlive.request(path);
        try (KeepAlive connection = new KeepAlive(port)) {
            // The one permit that a full limit has.
            connection.send(request);
            for (long before = System.nanoTime(); before < end; before = System.nanoTime()) {
                int answered = connection.send(request);
                if (answered != status) {
                    throw new IllegalStateException(path + " was answered with " + answered);
                }
                times.add(System.nanoTime() - before);
            }
        }
        return times;
    }
}
