package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.limiter.EndOfStack;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller whose stack ends within the store leaves the key to others. */
class LeaseStackOverflowTests {

    private static final int ROUNDS = 10;

    private final Lease lease = new Lease();

    enum Call {
        NOW,
        IN_TURN,
        GIVE_UP
    }

    private void run(Call call) {
        switch (call) {
            case NOW -> lease.call();
            case IN_TURN -> lease.spend();
            case GIVE_UP -> lease.store.giveUp(Lease.demand(Lease.LIMIT, 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoKeyLocked(Call call) {
        lease.callsFor(2 * Lease.LENGTH, 200);
        Stream.of(Call.values()).forEach(this::run);
        for (int round = 0; round < ROUNDS; round++) {
            EndOfStack.call(() -> run(call));
            EndOfStack.inAThread(() -> Stream.of(Call.values()).forEach(this::run));
        }

        int leases = lease.redis.leases.size();
        EndOfStack.inAThread(() -> lease.callsFor(10 * Lease.LENGTH, 1_000));
        assertThat(lease.redis.leases).hasSizeGreaterThan(leases);
    }
}
