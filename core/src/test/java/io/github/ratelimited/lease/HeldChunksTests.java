package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Reservation;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldChunksTests {

    private static final long USE = 160;

    private final LeaseSize size = new LeaseSize(Lease.LIMIT, 100, 0);
    private final HeldChunks held = new HeldChunks("hot", LimiterObservers.of(LimiterObserver.NONE), size);

    @BeforeEach
    void use() {
        size.used(USE);
    }

    private static Reservation taken(long permits) {
        return new Reservation(Lease.demand(Lease.LIMIT, permits), 0, Basis.STORE);
    }

    private void end(long unspent) {
        held.close(new Chunk(taken(unspent), 100));
    }

    private void hold() {
        held.add(new Chunk(taken(50), 100));
    }

    @Test
    void giveBackAtOnceWhereNothingElseIsHeld() {
        end(1);
        assertThat(held.due()).hasSize(1);
        assertThat(held.due()).isEmpty();
    }

    @Test
    void keepASixteenthOfWhatALeaseUsesForOthersWhileMoreIsHeld() {
        hold();
        end(USE / 16);
        assertThat(held.due()).isEmpty();
        end(1);
        assertThat(held.due()).hasSize(2);
    }

    @Test
    void keepWhatIsLeftOfSevenAtMost() {
        hold();
        IntStream.range(0, 7).forEach(i -> end(1));
        assertThat(held.due()).isEmpty();
        end(1);
        assertThat(held.due()).hasSize(8);
    }
}
