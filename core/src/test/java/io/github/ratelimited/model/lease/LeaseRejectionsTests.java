package io.github.ratelimited.model.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.model.lease.LeaseFairnessTests.Case;
import io.github.ratelimited.model.lease.LeaseRules.Rejections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why the rules do after a rejection what they do: scripts and shares of 8 instances that ask for three times the limit. */
@Tag("once")
class LeaseRejectionsTests {

    private static final int INSTANCES = 8;

    private static double callsOfAScript(Case asked, LeaseRules rules) {
        Fleet fleet = LeaseFairnessTests.fleet(asked, INSTANCES, rules, true);
        return (double) fleet.asked() / fleet.scripts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "TOKEN_BUCKET"})
    void aSpreadMemoryAsksForLessOftenThanAnExactOne(String algorithm) {
        Case asked = new Case(algorithm, 20_000, 1000, 3);

        assertThat(callsOfAScript(asked, LeaseRules.CHOSEN))
                .isGreaterThan(1.2 * callsOfAScript(asked, LeaseRules.CHOSEN.with(Rejections.REMEMBERED)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SLIDING_WINDOW", "FIXED_WINDOW"})
    void aPauseThatGrowsDoesNotKnowWhenPermitsAreDue(String algorithm) {
        Case asked = new Case(algorithm, 20_000, 1000, 3);

        assertThat(callsOfAScript(asked, LeaseRules.CHOSEN))
                .isGreaterThan(1.3 * callsOfAScript(asked, LeaseRules.CHOSEN.with(Rejections.PAUSED)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SLIDING_WINDOW_COUNTER", "TOKEN_BUCKET"})
    void whoeverGotLessThanWantedDoesNotAskAhead(String algorithm) {
        Case asked = new Case(algorithm, 20_000, 1000, 3);

        assertThat(callsOfAScript(asked, LeaseRules.CHOSEN))
                .isGreaterThan(1.05 * callsOfAScript(asked, LeaseRules.CHOSEN.thatAreEager()));
    }
}
