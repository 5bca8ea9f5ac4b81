package io.github.ratelimited.model.lease;

import java.util.Random;

/** How many calls an instance gets in each tick: evenly at random, or in bursts. */
final class Arrivals {

    private static final double MANY = 30;

    private final Random random;
    private final double rate;
    private final double busy;
    private final int lease;
    private boolean on = true;
    private long until;
    private long now;

    Arrivals(double rate, double busy, int lease, long seed) {
        this.rate = rate;
        this.busy = busy;
        this.lease = lease;
        this.random = new Random(seed);
    }

    long next() {
        if (busy < 1 && now >= until) {
            on = random.nextDouble() < busy;
            until = now + random.nextInt(1, 4 * lease + 2);
        }
        now++;
        double mean = on ? rate / busy : 0;
        return mean > MANY
                ? Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()))
                : mean > 0 ? few(mean) : 0;
    }

    private long few(double mean) {
        long calls = 0;
        double end = Math.exp(-mean);
        for (double product = random.nextDouble(); product > end; product *= random.nextDouble()) {
            calls++;
        }
        return calls;
    }
}
