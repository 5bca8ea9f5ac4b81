package io.github.ratelimited.benchmarks.scale;

import java.util.ArrayList;
import java.util.List;

/** How often keys are used: the n-th most used one a share of calls that is proportional to n to the power of -s. */
final class Zipf {

    private static final int ONE_BY_ONE = 1000;
    private static final int GROUPS = 400;
    private static final long SMALL = 50;

    /**
     * Keys that are used about equally often.
     *
     * @param keys how many
     * @param share part of all calls that are for one of them
     */
    record Group(long keys, double share) {}

    private Zipf() {}

    /** The first thousand keys one by one, the others in groups. */
    static List<Group> groups(long keys, double exponent) {
        List<Long> edges = new ArrayList<>();
        for (long edge = 1; edge <= Math.min(ONE_BY_ONE, keys); edge++) {
            edges.add(edge);
        }
        for (int i = 1; i <= GROUPS && keys > ONE_BY_ONE; i++) {
            edges.add((long) (ONE_BY_ONE * Math.pow((double) (keys + 1) / ONE_BY_ONE, (double) i / GROUPS)));
        }
        edges.add(keys + 1);
        List<Long> sorted = edges.stream().distinct().sorted().toList();
        double[] masses = new double[sorted.size() - 1];
        double total = 0;
        for (int i = 0; i < masses.length; i++) {
            masses[i] = mass(sorted.get(i), sorted.get(i + 1), exponent);
            total += masses[i];
        }
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < masses.length; i++) {
            long number = sorted.get(i + 1) - sorted.get(i);
            groups.add(new Group(number, masses[i] / number / total));
        }
        return groups;
    }

    private static double mass(long from, long until, double exponent) {
        if (until - from < SMALL) {
            double sum = 0;
            for (long key = from; key < until; key++) {
                sum += Math.pow(key, -exponent);
            }
            return sum;
        }
        return exponent == 1
                ? Math.log((until - .5) / (from - .5))
                : (Math.pow(until - .5, 1 - exponent) - Math.pow(from - .5, 1 - exponent)) / (1 - exponent);
    }
}
