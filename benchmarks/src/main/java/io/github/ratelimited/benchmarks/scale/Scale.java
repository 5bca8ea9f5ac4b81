package io.github.ratelimited.benchmarks.scale;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints the tables of docs/scaling.md. */
public final class Scale {

    private static final Logger log = LoggerFactory.getLogger(Scale.class);

    private static final double TARGET = 1e7;
    private static final int INSTANCES = 1000;
    private static final int MASTERS = 64;
    private static final long KEYS = 100_000_000;
    private static final long HOT = 1_000_000;

    private Scale() {}

    /**
     * Runs all of it.
     *
     * @param args {@code paper} for the arithmetic and the simulation alone, which need no Redis
     */
    public static void main(String[] args) {
        Costs costs = Costs.MEASURED;
        log.info("{} decisions a second over {} instances, {} masters, {} keys", TARGET, INSTANCES, MASTERS, KEYS);
        for (double exponent : List.of(.8, 1., 1.2)) {
            for (double lease : List.of(0., .1, 1.)) {
                for (int spread : lease == 0 ? List.of(INSTANCES) : List.of(INSTANCES, 10, 1)) {
                    log.info(new Cluster(TARGET, INSTANCES, MASTERS, KEYS, exponent, lease, spread).describe(costs));
                }
            }
        }
        log.info("One limit of {} a second, simulated", HOT);
        for (int instances : List.of(1, 16, 100, 1000)) {
            for (double demand : List.of(.9, 1.5)) {
                log.info(new HotLimit(HOT, instances, demand, Duration.ofMillis(100)).describe(costs));
            }
        }
        if (args.length == 0) {
            try (RealCluster cluster = RealCluster.start()) {
                cluster.compare();
            }
        }
        System.exit(0);
    }
}
