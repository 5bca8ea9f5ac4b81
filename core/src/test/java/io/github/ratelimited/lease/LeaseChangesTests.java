package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks and resets while a chunk is asked for: it may have been granted before them. */
class LeaseChangesTests {

    private final Lease lease = new Lease();
    private final CompletableFuture<Void> change = new CompletableFuture<>();

    @BeforeEach
    void chunksAreAskedForAndNotAnswered() {
        lease.redis.late = true;
        while (lease.redis.leases.isEmpty()) {
            assertThat(lease.call()).isTrue();
        }
    }

    private void begin() {
        assertThat(lease.store.changing(Lease.demand(Lease.LIMIT, 1), () -> change))
                .isNotCompleted();
    }

    private void assertNothingIsHeld() {
        assertThat(lease.permits.leased)
                .isPositive()
                .isEqualTo(lease.permits.returned)
                .isEqualTo(lease.redis.returnedPermits());
        int asked = lease.asked();
        assertThat(lease.call()).isTrue();
        assertThat(lease.asked()).isEqualTo(asked + 1);
    }

    @Test
    void givesBackAChunkThatComesAfterTheChange() {
        begin();
        change.complete(null);

        lease.redis.answer();

        assertNothingIsHeld();
    }

    @Test
    void givesBackAChunkThatComesWhileTheChangeIsUnderWay() {
        begin();

        lease.redis.answer();

        assertNothingIsHeld();
    }

    @Test
    void givesBackAChunkThatIsAskedForAndComesBeforeTheChangeIsDone() {
        lease.redis.answer();
        begin();
        lease.permits.leased = 0;
        lease.permits.returned = 0;
        lease.redis.returned.clear();
        lease.redis.late = false;
        assertThat(lease.call()).isTrue();
        assertThat(lease.permits.leased).isPositive();

        change.completeExceptionally(new IllegalStateException("not known whether it is done"));

        assertNothingIsHeld();
    }

    @Test
    void givesBackAChunkThatComesAfterTheStoreHasSaidThatTheKeyIsBlocked() {
        lease.redis.blocked = true;
        assertThat(lease.call()).isFalse();
        lease.redis.blocked = false;

        lease.redis.answer();

        assertNothingIsHeld();
    }

    @Test
    void leasesAgainAfterTheChange() {
        begin();
        change.complete(null);
        lease.redis.answer();
        lease.redis.late = false;

        lease.callsFor(Lease.LENGTH, 100);

        assertThat(lease.permits.used).isPositive();
    }
}
