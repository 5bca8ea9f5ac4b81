package io.github.ratelimited.model.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.lease.Fleet.Load;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Leases keep what they promise in each span of each run: bursts, uneven demand, too much demand, instances that die. With
 * {@code -Dtests.full} in a thousand runs.
 */
@Tag("once")
class LeasePromisesTests {

    private static final int[] INSTANCES = {1, 1, 2, 3, 5, 8, 16};
    private static final long[] RATES = {5, 20, 100, 1000, 5000, 100_000};
    private static final int[] INTERVALS = {200, 400, 700};
    private static final int[] PARTS = {10, 10, 20, 40};
    private static final int[] SKEWS = {1, 1, 1, 10, 1000};
    private static final double[] DEMANDS = {.3, .9, 1, 1.5, 4};
    private static final double[] BUSY = {1, 1, .5, .2};
    private static final double[] DYING = {0, 0, .002};

    static Load load(String algorithm, long seed) {
        Random random = new Random(seed);
        double[] rates = new double[INSTANCES[random.nextInt(INSTANCES.length)]];
        long rate = RATES[random.nextInt(RATES.length)];
        int interval = INTERVALS[random.nextInt(INTERVALS.length)];
        int lease = Math.max(1, interval / PARTS[random.nextInt(PARTS.length)]);
        Arrays.setAll(rates, i -> SKEWS[random.nextInt(SKEWS.length)]);
        double sum = Arrays.stream(rates).sum();
        double total = (double) rate / interval * DEMANDS[random.nextInt(DEMANDS.length)];
        Arrays.setAll(rates, i -> total * rates[i] / sum);
        double busy = BUSY[random.nextInt(BUSY.length)];
        double dying = DYING[random.nextInt(DYING.length)];
        return new Load(algorithm, rate, interval, lease, rates, busy, dying, interval * 5 / 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "FIXED_WINDOW", "CALENDAR_WINDOW", "TOKEN_BUCKET"})
    void areKeptInRandomRuns(String algorithm) {
        for (int seed = 0; seed < TestSize.of(100, 1000); seed++) {
            Fleet fleet = new Fleet(load(algorithm, seed), LeaseRules.CHOSEN, true, seed);
            assertThat(new Promises(fleet).broken()).as("seed " + seed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CALENDAR_WINDOW", "SLIDING_WINDOW_COUNTER"})
    void areBrokenByAChunkThatOutlivesItsWindow(String algorithm) {
        long broken = 0;
        for (int seed = 0; seed < 300; seed++) {
            Fleet fleet = new Fleet(load(algorithm, seed), LeaseRules.CHOSEN.withoutCut(), true, seed);
            broken += new Promises(fleet).broken().isEmpty() ? 0 : 1;
        }

        assertThat(broken).isPositive();
    }

    @Test
    void anIntervalThatIsLongerByALeaseKeepsTheLimitItselfInEachSpan() {
        long exceeded = 0;
        for (int seed = 0; seed < 100; seed++) {
            Load drawn = load("SLIDING_WINDOW", seed);
            Load longer = drawn.withInterval(drawn.interval() + drawn.lease());
            Fleet fleet = new Fleet(longer, LeaseRules.CHOSEN, true, seed);
            assertThat(new Promises(fleet).mostUsedIn(drawn.interval()))
                    .as("seed " + seed)
                    .isLessThanOrEqualTo(drawn.rate());
            exceeded += new Promises(new Fleet(drawn, LeaseRules.CHOSEN, true, seed)).mostUsedIn(drawn.interval())
                            > drawn.rate()
                    ? 1
                    : 0;
        }

        assertThat(exceeded).isPositive();
    }

    @Test
    void deathsAndEachDemandOccurInTheRuns() {
        long deaths = 0;
        long inProcess = 0;
        long returned = 0;
        for (int seed = 0; seed < 150; seed++) {
            Fleet fleet = new Fleet(load("SLIDING_WINDOW", seed), LeaseRules.CHOSEN, true, seed);
            deaths += fleet.deaths;
            inProcess += fleet.inProcess;
            returned += fleet.returned;
        }

        assertThat(deaths).isGreaterThan(20);
        assertThat(inProcess).isGreaterThan(100_000);
        assertThat(returned).isGreaterThan(1000);
    }
}
