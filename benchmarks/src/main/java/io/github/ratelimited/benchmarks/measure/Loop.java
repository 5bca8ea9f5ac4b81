package io.github.ratelimited.benchmarks.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Contenders by turns, each on the same threads for the length of a round.
 *
 * @param rounds rounds that count; one more, which is longer, warms up
 * @param round length of a round
 * @param processors where many threads are measured; they warm up on all there are
 * @param warmUps how long they warm up
 */
public record Loop(int rounds, Duration round, Processors processors, WarmUps warmUps) {

    /**
     * A loop of contenders that come for the first time.
     *
     * @param rounds rounds that count; one more, which is longer, warms up
     * @param round length of a round
     * @param processors where many threads are measured; they warm up on all there are
     */
    public Loop(int rounds, Duration round, Processors processors) {
        this(rounds, round, processors, new WarmUps());
    }

    /**
     * Calls a second of each contender.
     *
     * @param threads threads that call at once
     * @param contenders those that are compared
     * @return what their rounds measured, by their names
     */
    public Map<String, Measure> callsPerSecond(int threads, List<Contender> contenders) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            if (rounds > 0) {
                contenders.forEach(
                        contender -> callsPerSecond(pool, threads, contender, warmUps.next(contender, round)));
            }
            return processors.forCallers(
                    threads, () -> byTurns(contenders, contender -> callsPerSecond(pool, threads, contender, round)));
        } finally {
            pool.shutdown();
        }
    }

    /**
     * What a round of each contender measures.
     *
     * @param contenders those that are compared
     * @param measured measures a round of one of them
     * @return what their rounds measured, by their names
     */
    public Map<String, Measure> byTurns(List<Contender> contenders, Round measured) {
        Map<String, List<Double>> all = new LinkedHashMap<>();
        for (int i = 0; i <= rounds; i++) {
            for (Contender contender : contenders) {
                double value = measured.of(contender);
                List<Double> values = all.computeIfAbsent(contender.name(), name -> new ArrayList<>());
                if (i > 0 || rounds == 0) {
                    values.add(value);
                }
            }
        }
        Map<String, Measure> measures = new LinkedHashMap<>();
        all.forEach((name, values) -> measures.put(name, Measure.of(values)));
        return measures;
    }

    private double callsPerSecond(ExecutorService pool, int threads, Contender contender, Duration round) {
        long start = System.nanoTime();
        long end = start + round.toNanos();
        List<CompletableFuture<Long>> counts = IntStream.range(0, threads)
                .mapToObj(thread -> CompletableFuture.supplyAsync(() -> callUntil(end, thread, contender), pool))
                .toList();
        long calls = counts.stream().mapToLong(CompletableFuture::join).sum();
        return calls * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - start);
    }

    private static long callUntil(long end, int thread, Contender contender) {
        SplittableRandom random = new SplittableRandom(thread);
        long calls = 0;
        do {
            contender.call().at(random.nextInt(Integer.MAX_VALUE));
            calls++;
        } while (System.nanoTime() < end);
        return calls;
    }

    /** Measures one round of a contender. */
    @FunctionalInterface
    public interface Round {

        /**
         * Measures a round.
         *
         * @param contender whose round it is
         * @return what was measured
         */
        double of(Contender contender);
    }
}
