package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseReturnsTests {

    private static final long USE = 160;

    private final LeaseSize size = new LeaseSize(Lease.LIMIT, 100, 0);
    private final LeaseReturns returns = new LeaseReturns(size);
    private final HeldChunks held = new HeldChunks("hot", LimiterObservers.of(LimiterObserver.NONE), size, returns);

    @BeforeEach
    void use() {
        size.used(USE);
    }

    private static Reservation taken(long permits) {
        return new Reservation(Lease.demand(Lease.LIMIT, permits), 0, Basis.STORE);
    }

    private void add(long unspent) {
        returns.add(new Settlement(taken(unspent), 0));
    }

    private void hold() {
        held.add(new Chunk(taken(50), 100));
    }

    @Test
    void goBackAtOnceWhereNothingElseIsHeld() {
        add(1);
        assertThat(returns.due(held)).hasSize(1);
        assertThat(returns.due(held)).isEmpty();
    }

    @Test
    void ofASixteenthOfWhatALeaseUsesWaitForOthersWhileMoreIsHeld() {
        hold();
        add(USE / 16);
        assertThat(returns.due(held)).isEmpty();
        add(1);
        assertThat(returns.due(held)).hasSize(2);
    }

    @Test
    void waitForEightAtMost() {
        hold();
        IntStream.range(0, 7).forEach(i -> add(1));
        assertThat(returns.due(held)).isEmpty();
        add(1);
        assertThat(returns.due(held)).hasSize(8);
    }
}
