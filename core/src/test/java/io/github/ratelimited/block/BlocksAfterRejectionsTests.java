package io.github.ratelimited.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Blocks that follow rejections, by a store that may fail. */
class BlocksAfterRejectionsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TestClock clock = new TestClock();
    private final FakeStore store = new FakeStore();
    private final Blocks blocks = new Blocks(
            store, new LocalNameBlocks(clock::micros), clock::micros, limiter -> MINUTE, LimiterObserver.NONE);
    private final Demand demand = new Demand("codes", "alice", FakeStore.LIMIT, 1);
    private final Decision rejection = demand.rejected(SECOND, 0, SECOND, Basis.STORE);

    @Test
    void aStoreThatCannotBlockFailsNoRejectionAndIsAskedAgain() {
        store.thrown = new IllegalStateException("closed");
        blocks.rejected(demand, rejection);
        store.thrown = null;

        blocks.rejected(demand, rejection);

        assertThat(store.blocked).containsExactly(demand.limiterKey());
    }

    @Test
    void aRejectionSaysHowLongTheBlockLastsThatFollows() {
        assertThat(blocks.rejected(demand, rejection))
                .returns(MINUTE, Decision::retryAfter)
                .returns(MINUTE, Decision::resetAfter)
                .returns(false, Decision::blocked);
        assertThat(blocks.rejected(demand, rejection)).returns(MINUTE, Decision::retryAfter);
        Decision late = demand.rejected(MINUTE.multipliedBy(2), 0, MINUTE.multipliedBy(3), Basis.STORE);
        assertThat(blocks.rejected(demand, late)).isEqualTo(late);
        blocks.taken(demand.limiterKey());
        assertThat(blocks.rejected(demand, rejection)).isEqualTo(rejection);
    }

    private @Nullable Decision asked() {
        List<Decision> answers = new ArrayList<>();
        blocks.around(store)
                .acquire(
                        new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(SECOND)),
                        (grant, failure) -> answers.add(grant.decisions().get(0)));
        return answers.isEmpty() ? null : answers.get(0);
    }

    @Test
    void aKeyIsBlockedHereWhileItsBlockIsOnItsWay() {
        store.block = new CompletableFuture<>();
        blocks.rejected(demand, rejection);
        clock.advance(Micros.of(SECOND));

        assertThat(asked()).returns(true, Decision::blocked).returns(MINUTE.minus(SECOND), Decision::retryAfter);
        assertThat(blocks.rejection(List.of(demand)))
                .isCompletedWithValueMatching(
                        grant -> grant != null && grant.decisions().get(0).blocked());
        assertThat(store.asked).isEmpty();

        store.block.complete(MINUTE);
        asked();
        assertThat(store.asked).hasSize(1);
    }

    @Test
    void aBlockThatCouldNotBeSetLetsCallsThroughToTheStore() {
        store.block = new CompletableFuture<>();
        blocks.rejected(demand, rejection);
        store.block.completeExceptionally(new IllegalStateException("lost"));

        assertThat(asked()).isNull();
        assertThat(store.asked).hasSize(1);
    }

    /** Others of its key that come and go do not keep it. */
    @Test
    void aCallThatNeverSettlesKeepsNoBlockAwayForMoreThanTenMinutes() {
        blocks.taken(demand.limiterKey());
        clock.advance(Micros.of(MINUTE.multipliedBy(9)));
        blocks.taken(demand.limiterKey());
        blocks.settled(demand.limiterKey());
        blocks.rejected(demand, rejection);
        assertThat(store.blocked).isEmpty();

        clock.advance(Micros.of(MINUTE.multipliedBy(2)));
        blocks.rejected(demand, rejection);

        assertThat(store.blocked).containsExactly(demand.limiterKey());
    }
}
