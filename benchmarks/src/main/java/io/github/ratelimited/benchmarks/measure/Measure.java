package io.github.ratelimited.benchmarks.measure;

import java.util.List;

/**
 * What several rounds measured.
 *
 * @param median the middle of the rounds
 * @param lowest the lowest of the rounds
 * @param highest the highest of the rounds
 */
public record Measure(double median, double lowest, double highest) {

    /**
     * Sums up rounds.
     *
     * @param rounds what each of them measured, at least one
     * @return the measure of all
     */
    public static Measure of(List<Double> rounds) {
        List<Double> sorted = rounds.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Measure(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    /**
     * What is left without the median of another.
     *
     * @param other what is taken away
     * @return the difference
     */
    public Measure without(Measure other) {
        return new Measure(median - other.median, lowest - other.median, highest - other.median);
    }

    /**
     * So much divided by this.
     *
     * @param over what is divided
     * @return the quotient
     */
    public Measure inverse(double over) {
        return new Measure(over / median, over / highest, over / lowest);
    }
}
