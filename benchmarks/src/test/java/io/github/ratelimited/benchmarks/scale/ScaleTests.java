package io.github.ratelimited.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.ratelimited.benchmarks.scale.Cluster.Figures;
import io.github.ratelimited.benchmarks.scale.HotLimit.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What docs/scaling.md says. */
class ScaleTests {

    private static Figures tenMillion(double lease, int spread) {
        return new Cluster(1e7, 1000, 64, 100_000_000, 1, lease, spread).figures(Costs.MEASURED);
    }

    @Test
    void tenMillionDecisionsTakeSoManyMasters() {
        assertThat(tenMillion(0, 1000).masters()).isEqualTo(76);
        assertThat(tenMillion(0, 1000).hottest()).isEqualTo(2.37, within(.01));
        assertThat(tenMillion(.1, 1000).masters()).isEqualTo(66);
        assertThat(tenMillion(.1, 1000).hottest()).isLessThan(.2);
        assertThat(tenMillion(.1, 1).masters()).isEqualTo(38);
        assertThat(tenMillion(1, 1).masters()).isEqualTo(29);
    }

    @Test
    void sharesOfKeysAddUpToAll() {
        double sum = Zipf.groups(100_000_000, 1.2).stream()
                .mapToDouble(group -> group.keys() * group.share())
                .sum();

        assertThat(sum).isEqualTo(1, within(1e-9));
    }

    @Test
    void aHotLimitIsGrantedWithinTheProcess() {
        Outcome outcome = new HotLimit(100_000, 16, .9, Duration.ofMillis(100)).run(Costs.MEASURED);

        assertThat(outcome.inProcess()).isGreaterThan(.95);
        assertThat(outcome.used()).isEqualTo(.9, within(.01));
        assertThat(outcome.busy()).isLessThan(.02);
        assertThat(outcome.lostByADeath()).isBetween(1., 100_000 * .9 / 16 / 10);
    }

    @Test
    void aHotLimitIsUsedUpAndHardlyExceeded() {
        Outcome outcome = new HotLimit(100_000, 16, 1.5, Duration.ofMillis(100)).run(Costs.MEASURED);

        assertThat(outcome.used()).isGreaterThan(.95);
        assertThat(outcome.most()).isBetween(.95, 1.1);
    }
}
