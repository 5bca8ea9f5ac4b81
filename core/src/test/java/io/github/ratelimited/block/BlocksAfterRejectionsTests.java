package io.github.ratelimited.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Blocks that follow refusals, by a store that may fail. */
class BlocksAfterRejectionsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TestClock clock = new TestClock();
    private final FakeStore store = new FakeStore();
    private final Blocks blocks = new Blocks(
            store, new LocalNameBlocks(clock::micros), clock::micros, limiter -> MINUTE, LimiterObserver.NONE);
    private final Demand demand = new Demand("codes", "alice", FakeStore.LIMIT, 1);
    private final Decision refusal = demand.refused(SECOND, 0, SECOND, Basis.STORE);

    @Test
    void aStoreThatCannotBlockFailsNoRefusalAndIsAskedAgain() {
        store.thrown = new IllegalStateException("closed");
        blocks.refused(demand, refusal);
        store.thrown = null;

        blocks.refused(demand, refusal);

        assertThat(store.blocked).containsExactly(demand.limiterKey());
    }

    @Test
    void aRefusalSaysHowLongTheBlockLastsThatFollows() {
        assertThat(blocks.refused(demand, refusal))
                .returns(MINUTE, Decision::retryAfter)
                .returns(MINUTE, Decision::resetAfter)
                .returns(false, Decision::blocked);
        assertThat(blocks.refused(demand, refusal)).returns(MINUTE, Decision::retryAfter);
        Decision late = demand.refused(MINUTE.multipliedBy(2), 0, MINUTE.multipliedBy(3), Basis.STORE);
        assertThat(blocks.refused(demand, late)).isEqualTo(late);
        blocks.taken(demand.limiterKey());
        assertThat(blocks.refused(demand, refusal)).isEqualTo(refusal);
    }

    /** Others of its key that come and go do not keep it. */
    @Test
    void aCallThatNeverSettlesKeepsNoBlockAwayForMoreThanTenMinutes() {
        blocks.taken(demand.limiterKey());
        clock.advance(Micros.of(MINUTE.multipliedBy(9)));
        blocks.taken(demand.limiterKey());
        blocks.settled(demand.limiterKey());
        blocks.refused(demand, refusal);
        assertThat(store.blocked).isEmpty();

        clock.advance(Micros.of(MINUTE.multipliedBy(2)));
        blocks.refused(demand, refusal);

        assertThat(store.blocked).containsExactly(demand.limiterKey());
    }
}
