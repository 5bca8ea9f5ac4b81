package io.github.ratelimited.benchmarks.inprocess;

import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * What needs no Redis, measured by JMH.
 *
 * @param plan how much is measured
 */
public record InProcess(Plan plan) {

    private static final String BYTES = "gc.alloc.rate.norm";

    private Collection<RunResult> run(Class<?> benchmark, int threads) {
        TimeValue round = TimeValue.milliseconds(plan.round().toMillis());
        try {
            return new Runner(new OptionsBuilder()
                            .include(benchmark.getName())
                            .threads(threads)
                            .forks(plan.forks())
                            .warmupIterations(plan.iterations())
                            .warmupTime(round)
                            .measurementIterations(plan.iterations())
                            .measurementTime(round)
                            .addProfiler(GCProfiler.class)
                            .verbosity(VerboseMode.SILENT)
                            .shouldFailOnError(true)
                            .build())
                    .run();
        } catch (RunnerException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** {@return a permit of a limiter, by one thread and by eight} */
    public List<Result> localStore() {
        return List.of(
                localStore("local_store_ns", "A permit within the process", 1),
                localStore("local_store_8_threads_ns", "A permit within the process, 8 threads", 8));
    }

    private Result localStore(String key, String title, int threads) {
        Map<String, Measure> times = times(run(LocalStoreBenchmark.class, threads));
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(Result.OURS, get(times, "ratelimited"));
        measures.put("Bucket4j", get(times, "bucket4j"));
        measures.put("Resilience4j", get(times, "resilience4j"));
        measures.put("Guava", get(times, "guava"));
        measures.put(Result.OURS + " FIXED_WINDOW", get(times, "fixedWindow"));
        measures.put(Result.OURS + " SLIDING_WINDOW, most rejected", get(times, "exactWindow"));
        return new Result(key, title, "ns", measures);
    }

    /** {@return what an aspect adds to a call of the limiter behind it} */
    public List<Result> aspect() {
        Collection<RunResult> runs = run(AspectBenchmark.class, 1);
        return List.of(
                new Result("aspect_ns", "What an aspect adds to a call", "ns", added(times(runs))),
                new Result("aspect_bytes", "What an aspect allocates", "bytes", added(bytes(runs))));
    }

    /** {@return what the filter of routes adds to a call of the limiter behind it} */
    public List<Result> routes() {
        Map<String, Measure> times = times(run(RouteBenchmark.class, 1));
        Measure unfiltered = get(times, "unfiltered");
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(
                Result.OURS + ", a route with a key",
                get(times, "matched").without(unfiltered).without(get(times, "store")));
        measures.put("no route", get(times, "unmatched").without(unfiltered));
        return List.of(new Result("route_ns", "What routes add to a request", "ns", measures));
    }

    private static Map<String, Measure> added(Map<String, Measure> all) {
        Measure store = get(all, "ratelimitedStore");
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(Result.OURS, get(all, "ratelimited").without(store));
        measures.put("Resilience4j", get(all, "resilience4j").without(get(all, "resilience4jStore")));
        measures.put(
                Result.OURS + ", interpreted key",
                get(all, "ratelimitedInterpreted").without(store));
        measures.put("Spring's @ConcurrencyLimit", get(all, "concurrencyLimit"));
        return measures;
    }

    private static Measure get(Map<String, Measure> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    private static Map<String, Measure> times(Collection<RunResult> runs) {
        Map<String, Measure> times = new LinkedHashMap<>();
        runs.forEach(run -> times.put(
                run.getPrimaryResult().getLabel(),
                measure(run.getPrimaryResult().getStatistics())));
        return times;
    }

    private static Map<String, Measure> bytes(Collection<RunResult> runs) {
        Map<String, Measure> bytes = new LinkedHashMap<>();
        runs.forEach(run -> run.getSecondaryResults().forEach((name, result) -> {
            if (name.endsWith(BYTES)) {
                bytes.put(run.getPrimaryResult().getLabel(), measure(result.getStatistics()));
            }
        }));
        return bytes;
    }

    private static Measure measure(Statistics statistics) {
        return new Measure(statistics.getPercentile(50), statistics.getMin(), statistics.getMax());
    }
}
