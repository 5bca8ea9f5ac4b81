package io.github.ratelimited.benchmarks.measure;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param rounds rounds of each comparison that count; one more warms up
 * @param round length of a round of calls
 * @param threads threads that call at once
 * @param keys different keys of a comparison of many keys
 * @param calls calls sent one by one in a round of server time
 * @param permits entries of the windows whose bytes and expiry are measured
 * @param waiters callers that wait for permits at once
 * @param starts starts of an application
 * @param iterations iterations of JMH, each as long as a round
 * @param forks JVMs of JMH, 0 for this one
 */
public record Plan(
        int rounds,
        Duration round,
        int threads,
        int keys,
        int calls,
        int permits,
        int waiters,
        int starts,
        int iterations,
        int forks) {

    /** All, for figures that mean something. */
    public static final Plan FULL = new Plan(7, Duration.ofMillis(600), 64, 10_000, 2_000, 100_000, 500, 5, 5, 1);

    /** As little as can be, which shows that everything can still be measured. */
    public static final Plan SMOKE = new Plan(1, Duration.ofMillis(60), 8, 50, 20, 500, 25, 0, 1, 0);
}
