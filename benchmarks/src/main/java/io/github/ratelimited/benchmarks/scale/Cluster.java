package io.github.ratelimited.benchmarks.scale;

import java.util.Locale;

/**
 * What a fleet asks of a cluster.
 *
 * @param rate decisions a second
 * @param instances instances of the application
 * @param masters masters of the cluster
 * @param keys different keys
 * @param exponent how unevenly keys are used, of {@link Zipf}
 * @param lease length of a lease in s, 0 for none
 * @param spread on how many instances the calls of one key arrive
 */
record Cluster(double rate, int instances, int masters, long keys, double exponent, double lease, int spread) {

    /** Calls of a key and instance in a lease from which on it is leased. */
    private static final int HOT = 4;

    /** Scripts of a leased key and instance in a lease: chunks, and what goes back. */
    private static final double SCRIPTS_OF_A_LEASE = 2;

    /**
     * What it takes.
     *
     * @param leased part of the calls that no script is asked for
     * @param scripts scripts a second
     * @param busy server time a second, in s
     * @param hottest server time a second that the most used key takes of its master, in s
     * @param masters masters that are needed
     */
    record Figures(double leased, double scripts, double busy, double hottest, long masters) {}

    Figures figures(Costs costs) {
        double direct = 0;
        double leased = 0;
        double scripts = 0;
        double busy = 0;
        double hottest = 0;
        int on = Math.min(instances, spread);
        for (Zipf.Group group : Zipf.groups(keys, exponent)) {
            double calls = rate * group.share();
            if (lease > 0 && calls / on * lease >= HOT) {
                double chunks = on / lease * SCRIPTS_OF_A_LEASE;
                leased += group.keys() * calls;
                scripts += group.keys() * chunks;
                busy += group.keys() * chunks * costs.chunk();
                hottest = Math.max(hottest, chunks * costs.chunk());
            } else {
                double together = Math.max(1, calls / on * costs.roundTrip() / 1e6);
                direct += group.keys() * calls;
                hottest = Math.max(hottest, calls * costs.ofOneKey(together));
                busy += group.keys() * calls * (costs.ofOneKey(together) - costs.ofOneKey(1));
            }
        }
        double batch = Math.max(1, direct / instances / masters * costs.roundTrip() / 1e6);
        scripts += direct / batch;
        busy += direct * costs.ofManyKeys(batch);
        long needed = (long) Math.ceil(busy / 1e6 / costs.full());
        return new Figures(leased / rate, scripts, busy / 1e6, hottest / 1e6, needed);
    }

    String describe(Costs costs) {
        Figures figures = figures(costs);
        return String.format(
                Locale.ROOT,
                "| %.1f | %s | %d | %.1f %% | %,.0f | %.0f %% | %d | %.0f %% |",
                exponent,
                lease == 0 ? "none" : String.format(Locale.ROOT, "%.0f ms", lease * 1000),
                Math.min(spread, instances),
                100 * figures.leased(),
                figures.scripts(),
                100 * figures.busy() / masters,
                figures.masters(),
                100 * figures.hottest());
    }
}
