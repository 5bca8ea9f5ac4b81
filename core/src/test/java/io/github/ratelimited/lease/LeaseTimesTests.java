package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When chunks are asked for, which is spent first, and when they end. */
class LeaseTimesTests {

    private static final long STEP = Lease.LENGTH / 100;

    private final Lease lease = new Lease();

    /** How long a process spends what it holds, while it can have no more. */
    private static long lengthOfAProcess() {
        Lease process = new Lease();
        while (process.permits.leased < 500) {
            process.call();
        }
        process.redis.unavailable = true;
        int before = process.asked();
        long length = 0;
        while (process.asked() == before) {
            process.clock.advance(STEP);
            length += STEP;
            process.call();
        }
        return length;
    }

    @Test
    void aProcessHoldsPermitsForALeaseThatIsShorterByUpToAnEighth() {
        List<Long> lengths =
                Stream.generate(LeaseTimesTests::lengthOfAProcess).limit(64).toList();

        assertThat(lengths)
                .allSatisfy(
                        length -> assertThat(length).isBetween(Lease.LENGTH - Lease.LENGTH / 8, Lease.LENGTH + STEP));
        assertThat(new HashSet<>(lengths)).hasSizeGreaterThan(3);
    }

    @Test
    void oneRequestForAChunkIsOnItsWayAtATime() {
        lease.redis.late = true;
        lease.callsFor(Lease.LENGTH, 100);
        assertThat(lease.redis.leases).hasSize(1);

        lease.redis.answer();
        lease.callsFor(Lease.LENGTH, 100);

        assertThat(lease.redis.leases).hasSize(2);
    }

    @Test
    void theOldestChunkIsSpentFirst() {
        lease.redis.roundTrip = 5_000;
        lease.callsFor(Lease.LENGTH / 2, 50);
        long last = Long.MIN_VALUE;
        for (int i = 0; i < 500; i++) {
            Reservation spent = lease.spend();
            assertThat(spent.grantedAt()).isGreaterThanOrEqualTo(last);
            last = spent.grantedAt();
            lease.timer.advance(Lease.LENGTH / 100);
        }
    }

    @Test
    void whatIsHeldUnderAnotherLimitGoesBackAndTheNewLimitIsLeased() {
        lease.callsFor(Lease.LENGTH, 100);
        RateLimit lowered = RateLimit.of(500_000, Duration.ofSeconds(1)).withAlgorithm(Lease.LIMIT.algorithm());
        lease.redis.leases.clear();
        int before = lease.asked();

        for (int i = 0; i < 500; i++) {
            lease.call(Lease.demand(lowered, 1));
            lease.timer.advance(Lease.LENGTH / 100);
        }

        assertThat(lease.redis.leases)
                .isNotEmpty()
                .allMatch(asked -> asked.demands().get(0).limit().equals(lowered));
        assertThat(lease.asked() - before).isBetween(100, 400);
        lease.store.closeBefore(() -> {}).run();
        assertThat(lease.redis.left).isEqualTo(1_000_000 - 600);
    }

    /** Longer than the nanoseconds of a {@code long}. */
    @Test
    void asksTheStoreAgainThoughADebtLastsForAThousandYears() {
        lease.redis.left = 0;
        lease.redis.retryAfter = Duration.ofDays(365_000);
        lease.redis.resetAfter = Duration.ofDays(365_000);

        assertThat(lease.call(Lease.demand(Lease.LIMIT, 1)).retryAfter()).isEqualTo(lease.redis.retryAfter);

        lease.redis.left = 1_000_000;
        lease.callsFor(3 * Lease.LENGTH, 300);
        assertThat(lease.permits.leased).isPositive();
    }
}
