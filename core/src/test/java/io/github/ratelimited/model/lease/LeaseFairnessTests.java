package io.github.ratelimited.model.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.lease.Fleet.Load;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Leases use what an exact limiter uses, and leave to each instance most of what it would get there. With
 * {@code -Dtests.full} all limits are tried, else each 43rd.
 */
@Tag("once")
class LeaseFairnessTests {

    /** Ticks of 250 us, so a round trip takes a millisecond and a lease 100. */
    private static final int SECOND = 4000;

    private static final int LEASE = SECOND / 10;
    private static final int INSTANCES = 8;
    private static final int SECONDS = 12;

    /** Below it shares are those of chance. */
    private static final long FEW = 100;

    private static final long MANY = 20_000;

    /** Permits come back one by one, and not in clumps that each instance may take a part of. */
    private static final Set<String> FREED_STEADILY = Set.of("SLIDING_WINDOW_COUNTER", "TOKEN_BUCKET");

    record Case(String algorithm, long rate, double ratio, double demand) {}

    static Stream<Case> cases() {
        return Stream.of("SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "TOKEN_BUCKET", "FIXED_WINDOW")
                .flatMap(algorithm -> Stream.of(10L, 1000L, 1_000_000L)
                        .flatMap(rate -> Stream.of(1., 1000.)
                                .flatMap(ratio ->
                                        Stream.of(.9, 2.).map(demand -> new Case(algorithm, rate, ratio, demand)))));
    }

    static Stream<Case> manyCases() {
        List<Case> all = Stream.of(
                        "SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "TOKEN_BUCKET", "FIXED_WINDOW", "CALENDAR_WINDOW")
                .flatMap(algorithm -> Stream.of(10L, 100L, 1000L, 10_000L, 100_000L, 1_000_000L)
                        .flatMap(rate -> Stream.of(1., 10., 100., 1000.)
                                .flatMap(ratio -> Stream.of(.5, .9, 1.1, 1.5, 2., 3.)
                                        .map(demand -> new Case(algorithm, rate, ratio, demand)))))
                .toList();
        // No dimension has a multiple of 43, so each value of each is among them.
        return IntStream.range(0, all.size())
                .filter(i -> i % TestSize.of(43, 1) == 0)
                .mapToObj(all::get);
    }

    private static double[] rates(Case asked, int instances) {
        double[] rates = new double[instances];
        Arrays.setAll(rates, i -> Math.pow(asked.ratio(), (double) i / Math.max(1, instances - 1)));
        double sum = Arrays.stream(rates).sum();
        return Arrays.stream(rates)
                .map(rate -> asked.demand() * asked.rate() / SECOND * rate / sum)
                .toArray();
    }

    static Fleet fleet(Case asked, int instances, LeaseRules rules, boolean leases) {
        Load load = Load.of(asked.algorithm(), asked.rate(), SECOND, LEASE, rates(asked, instances), SECONDS * SECOND);
        return new Fleet(load, rules, leases, 1);
    }

    private static void isFair(Case asked) {
        Fleet leased = fleet(asked, INSTANCES, LeaseRules.CHOSEN, true);
        Fleet exact = fleet(asked, INSTANCES, LeaseRules.CHOSEN, false);

        assertThat((double) leased.granted() / exact.granted())
                .as("use")
                .isGreaterThanOrEqualTo(asked.rate() < MANY ? .95 : .98);
        assertThat(smallestShare(leased, exact))
                .as("smallest share")
                .isGreaterThanOrEqualTo(FREED_STEADILY.contains(asked.algorithm()) ? .6 : .85);
    }

    /** The smallest part that an instance gets of what it gets from the exact limiter. */
    private static double smallestShare(Fleet leased, Fleet exact) {
        List<Instance> own = leased.instances;
        double least = 1;
        for (int i = 0; i < own.size(); i++) {
            long other = exact.instances.get(i).granted;
            least = other >= FEW ? Math.min(least, (double) own.get(i).granted / other) : least;
        }
        return least;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void useAndSharesAreThoseOfTheExactLimiter(Case asked) {
        isFair(asked);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("manyCases")
    void useAndSharesAreThoseOfTheExactLimiterForAllLimits(Case asked) {
        isFair(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "TOKEN_BUCKET", "FIXED_WINDOW", "CALENDAR_WINDOW"})
    void evenDemandBelowTheLimitIsNeverRejected(String algorithm) {
        for (long rate : new long[] {1000, 100_000}) {
            Fleet leased = fleet(new Case(algorithm, rate, 1, .95), INSTANCES, LeaseRules.CHOSEN, true);

            assertThat(leased.instances).allMatch(instance -> instance.rejected == 0);
            assertThat(leased.inProcess).isGreaterThan(leased.asked() / 2);
        }
    }

    @Test
    void chunksOfAQuarterOfWhatRemainsLeaveTooLittleToWhoeverAsksForMost() {
        Case asked = new Case("SLIDING_WINDOW_COUNTER", 1_000_000, 100, 3);
        LeaseRules quarters = LeaseRules.CHOSEN.withFraction(4);

        Fleet leased = fleet(asked, INSTANCES, quarters, true);
        Fleet exact = fleet(asked, INSTANCES, quarters, false);

        assertThat(smallestShare(leased, exact)).isLessThan(.6);
    }

    @Test
    void whoeverTakesAllThatRemainsLeavesTooLittleToOthers() {
        Case asked = new Case("SLIDING_WINDOW", 20_000, 1000, 1.5);
        LeaseRules greedy = LeaseRules.CHOSEN.withFraction(1).withGrow(1000);

        Fleet leased = fleet(asked, INSTANCES, greedy, true);
        Fleet exact = fleet(asked, INSTANCES, greedy, false);

        assertThat(smallestShare(leased, exact)).isLessThan(.5);
    }
}
