package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseStoreTests {

    private final Lease lease = new Lease();

    @Test
    void grantsCallsOfAHotKeyWithoutAsking() {
        lease.redis.roundTrip = 500;
        lease.callsFor(Lease.LENGTH, 100);
        int before = lease.asked();

        lease.callsFor(10 * Lease.LENGTH, 1000);

        assertThat(lease.asked()).isEqualTo(before).isLessThan(20);
        assertThat(lease.redis.leases).hasSizeLessThan(40);
    }

    @Test
    void asksForEachCallOfAKeyWithLessThanFourInALease() {
        lease.callsFor(20 * Lease.LENGTH, 60);

        assertThat(lease.asked()).isEqualTo(60);
        assertThat(lease.redis.leases).isEmpty();
    }

    @Test
    void countsCallsWhateverTheirPermits() {
        for (int i = 0; i < 60; i++) {
            lease.call(Lease.demand(Lease.LIMIT, 100));
            lease.timer.advance(Lease.LENGTH / 3);
        }

        assertThat(lease.redis.leases).isEmpty();
    }

    @Test
    void renewsBeforeTheLastIsSpentHoweverFast() {
        lease.callsFor(Lease.LENGTH, 100);
        int before = lease.asked();

        for (int i = 0; i < 1_000; i++) {
            assertThat(lease.call()).isTrue();
        }

        assertThat(lease.asked()).isEqualTo(before);
    }

    @Test
    void takesAsMuchAheadAsItUsesInALease() {
        lease.callsFor(3 * Lease.LENGTH, 300);
        lease.redis.leases.clear();

        lease.callsFor(2 * Lease.LENGTH, 200);

        assertThat(lease.redis.leases)
                .isNotEmpty()
                .allSatisfy(request ->
                        assertThat(request.demands().get(0).permits()).isBetween(1L, 115L));
    }

    @Test
    void givesBackWhatIsLeftWithinALeaseAndAnEighth() {
        lease.callsFor(Lease.LENGTH, 100);
        long held = lease.permits.leased - lease.permits.used - lease.permits.returned;
        assertThat(held).isPositive();

        lease.timer.advance(Lease.LENGTH + Lease.LENGTH / 8);

        assertThat(lease.permits.leased).isEqualTo(lease.permits.used + lease.permits.returned);
        assertThat(lease.redis.returnedPermits()).isPositive().isEqualTo(lease.permits.returned);
        assertThat(lease.redis.left).isEqualTo(1_000_000 - 100);
    }

    @Test
    void looksAfterNothingOnceItIsIdle() {
        lease.callsFor(Lease.LENGTH, 100);

        lease.timer.advance(5 * Lease.LENGTH);

        assertThat(lease.timer.waiting()).isZero();
    }

    @Test
    void spendsNothingAfterTheEnd() {
        lease.callsFor(Lease.LENGTH / 2, 50);
        int before = lease.asked();

        lease.clock.advance(Lease.LENGTH);
        lease.call();

        assertThat(lease.asked()).isEqualTo(before + 1);
    }

    @Test
    void asksTheStoreUnderAnotherLimit() {
        lease.callsFor(Lease.LENGTH, 100);
        RateLimit plan = RateLimit.of(7, Duration.ofSeconds(1));

        assertThat(lease.call(Lease.demand(plan, 1)).limit()).isEqualTo(plan);

        assertThat(lease.redis.calls.get(lease.asked() - 1).demands().get(0).limit())
                .isEqualTo(plan);
    }

    @Test
    void asksTheStoreForMoreThanIsHeldAndForSeveralLimits() {
        lease.callsFor(Lease.LENGTH, 100);
        int before = lease.asked();

        lease.call(Lease.demand(Lease.LIMIT, 10_000));
        lease.call();
        Demand other = new Demand("other", "", Lease.LIMIT, 1);
        lease.store.acquire(Lease.request(Duration.ZERO, Lease.demand(Lease.LIMIT, 1), other), (grant, failure) -> {});

        assertThat(lease.asked()).isEqualTo(before + 2);
    }

    @Test
    void callersThatWaitTakeWhatIsHeldUnlessTheyHaveAPlaceInAQueue() {
        lease.callsFor(Lease.LENGTH, 100);
        int before = lease.asked();
        Demand demand = Lease.demand(Lease.LIMIT, 1);
        Deadline deadline = Deadline.after(Duration.ofMinutes(1));
        Duration minute = Duration.ofMinutes(1);

        lease.store.acquire(
                new Acquisition(List.of(demand), minute, deadline, Turn.first(minute)).spending(),
                (grant, failure) -> assertThat(grant.reservations()).hasSize(1));
        assertThat(lease.asked()).isEqualTo(before);
        lease.store.acquire(
                new Acquisition(List.of(demand), minute, deadline, new Turn(minute, 3, 4, Duration.ZERO, null))
                        .spending(),
                (grant, failure) -> {});

        assertThat(lease.asked()).isEqualTo(before + 1);
    }

    @Test
    void requestsThatMayNotSpendALeaseAskTheStoreAndLeaseNothing() {
        lease.callsFor(Lease.LENGTH, 100);
        int before = lease.asked();
        lease.redis.leases.clear();

        for (Duration maxWait : List.of(Duration.ZERO, Duration.ofMinutes(1))) {
            for (int i = 0; i < 50; i++) {
                lease.store.acquire(Lease.request(maxWait, Lease.demand(Lease.LIMIT, 1)), (grant, failure) -> {});
            }
        }

        assertThat(lease.asked()).isEqualTo(before + 100);
        assertThat(lease.redis.leases).isEmpty();
    }

    @Test
    void remainingIsThatOfTheLastReplyAndWhatIsHeld() {
        lease.callsFor(Lease.LENGTH, 100);

        Decision decision = lease.call(Lease.demand(Lease.LIMIT, 1));

        assertThat(decision.remaining()).isBetween(1_000_000L - 215, 1_000_000L - 101);
        assertThat(decision.resetAfter()).isBetween(Duration.ofMillis(850), Duration.ofSeconds(1));

        lease.redis.left -= 500_000;
        lease.call(Lease.demand(Lease.LIMIT, 10_000));
        assertThat(lease.call(Lease.demand(Lease.LIMIT, 1)).remaining()).isBetween(490_000L - 215, 490_000L - 101);
    }

    @Test
    void closingGivesBackWhatIsHeldAndLeasesNothingMore() {
        lease.callsFor(Lease.LENGTH, 100);

        lease.store
                .closeBefore(() -> assertThat(lease.redis.left).isEqualTo(1_000_000 - 100))
                .run();

        lease.redis.leases.clear();
        lease.callsFor(Lease.LENGTH, 100);
        assertThat(lease.redis.leases).isEmpty();
        assertThat(lease.redis.returned).extracting(Settlement::back).allMatch(back -> back > 0);
    }
}
