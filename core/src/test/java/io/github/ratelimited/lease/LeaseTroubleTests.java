package io.github.ratelimited.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scarce permits, windows that end, blocks, stores that fail, and many threads. */
class LeaseTroubleTests {

    private final Lease lease = new Lease();

    @Test
    void rejectsForALittleLongerThanTheStoreWhenHot() {
        lease.redis.left = 200;
        lease.redis.retryAfter = Duration.ofNanos(400_000);
        lease.callsFor(Lease.LENGTH, 400);
        int asked = lease.asked();
        assertThat(lease.permits.used).isPositive();

        List<Decision> rejections = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            rejections.add(lease.call(Lease.demand(Lease.LIMIT, 1)));
            lease.timer.advance(500);
        }

        assertThat(rejections)
                .noneMatch(Decision::allowed)
                .allMatch(rejection -> rejection.retryAfter().toNanos() > 0);
        assertThat(lease.asked() - asked).isLessThan(100);
    }

    private LeaseSource source() {
        return new LeaseSource(
                lease.redis,
                lease.redis,
                Duration.ofMinutes(1),
                () -> lease.clock.micros() * 1000,
                LimiterObservers.of(LimiterObserver.NONE));
    }

    @Test
    void failsNoCallWhereItCannotAsk() {
        lease.redis.broken = true;

        lease.callsFor(Lease.LENGTH, 100);

        assertThat(lease.asked()).isEqualTo(100);
        assertThat(lease.redis.left).isEqualTo(1_000_000 - 100);
    }

    @Test
    void asksForNothingThatWouldComeAfterTheEnd() {
        LeaseSource source = source();
        source.close();
        List<Boolean> answers = new ArrayList<>();

        source.ask(Lease.demand(Lease.LIMIT, 10), grant -> answers.add(grant == null));

        assertThat(answers).containsExactly(true);
        assertThat(lease.redis.leases).isEmpty();
    }

    @Test
    void waitsAtTheEndForWhatGoesBackOfAChunkThatComesMeanwhile() {
        LeaseSource source = source();
        lease.redis.late = true;
        lease.redis.back = new CompletableFuture<>();
        source.ask(
                Lease.demand(Lease.LIMIT, 10),
                grant -> source.giveBack(
                        Settlement.unused(Objects.requireNonNull(grant).reservations())));
        source.close();

        CompletableFuture<Void> waiting = CompletableFuture.runAsync(source::await);
        assertThat(waiting).failsWithin(Duration.ofMillis(100));
        lease.redis.answer();

        assertThat(lease.redis.returnedPermits()).isEqualTo(10);
        assertThat(waiting).failsWithin(Duration.ofMillis(100));
        lease.redis.back.complete(null);
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void asksForNothingOnceNobodyWouldGiveItBack() {
        LeaseSource source = source();
        Demand demand = Lease.demand(Lease.LIMIT, 1);
        LeasedKey idle = new LeasedKey(demand, source, Duration.ofMillis(100).toNanos());
        assertThat(idle.tend(source.now())).isFalse();

        for (int i = 0; i < 8; i++) {
            idle.decided(demand, demand.granted(Duration.ZERO, 100, Duration.ZERO, Decision.Basis.STORE));
            idle.missed(source.now());
        }

        assertThat(lease.redis.leases).isEmpty();
    }

    @Test
    void doesNotRenewAheadAfterAChunkThatWasSmallerThanWanted() {
        lease.redis.left = 400;
        lease.callsFor(Lease.LENGTH, 200);
        int leases = lease.redis.leases.size();
        int calls = lease.asked();

        lease.callsFor(Lease.LENGTH, 200);

        assertThat(lease.redis.leases.size() - leases).isLessThanOrEqualTo(lease.asked() - calls + 1);
        assertThat(lease.redis.left).isBetween(0L, 10L);
    }

    @ParameterizedTest
    @CsvSource({"FIXED_WINDOW, 30", "CALENDAR_WINDOW, 30", "SLIDING_WINDOW_COUNTER, 1030"})
    void neverOutlivesItsWindow(Algorithm algorithm, long resetMillis) {
        RateLimit limit = algorithm == Algorithm.CALENDAR_WINDOW
                ? RateLimit.perCalendar(1_000_000, CalendarUnit.DAY, ZoneOffset.UTC)
                : Lease.LIMIT.withAlgorithm(algorithm);
        lease.redis.resetAfter = Duration.ofMillis(resetMillis);
        for (int i = 0; i < 50; i++) {
            lease.call(Lease.demand(limit, 1));
        }
        int before = lease.asked();
        assertThat(lease.permits.leased).isPositive();

        lease.clock.advance(29_000);
        lease.call(Lease.demand(limit, 1));
        assertThat(lease.asked()).isEqualTo(before);
        lease.clock.advance(1_000);
        lease.call(Lease.demand(limit, 1));

        assertThat(lease.asked()).isEqualTo(before + 1);
    }

    @Test
    void endsCountFromTheSendingOfTheRequest() {
        RateLimit limit = Lease.LIMIT.withAlgorithm(Algorithm.FIXED_WINDOW);
        lease.redis.resetAfter = Duration.ofMillis(30);
        lease.redis.roundTrip = 2_000;
        while (lease.permits.leased == 0) {
            lease.call(Lease.demand(limit, 1));
        }
        int before = lease.asked();

        lease.clock.advance(28_000);
        lease.call(Lease.demand(limit, 1));

        assertThat(lease.asked()).isEqualTo(before + 1);
    }

    @Test
    void givesUpWhatIsHeldWhenTheStoreSaysThatTheKeyIsBlocked() {
        lease.callsFor(Lease.LENGTH, 100);
        lease.redis.blocked = true;

        assertThat(lease.call(Lease.demand(Lease.LIMIT, 10_000)).blocked()).isTrue();

        assertThat(lease.call()).isFalse();
        assertThat(lease.redis.left).isEqualTo(1_000_000 - 100);
    }

    @Test
    void givesUpWhatIsHeldWhenAReplyToSeveralLimitsSaysThatOneIsBlocked() {
        lease.callsFor(Lease.LENGTH, 100);
        lease.redis.blocked = true;
        Demand other = new Demand("other", "", Lease.LIMIT, 1);

        lease.store.acquire(Lease.request(Duration.ZERO, Lease.demand(Lease.LIMIT, 1), other), (grant, failure) -> {});

        assertThat(lease.redis.left).isEqualTo(1_000_000 - 100);
    }

    @Test
    void spendsWhatIsHeldWhileTheStoreFailsAndAsksForAChunkOncePerLease() {
        lease.callsFor(Lease.LENGTH, 100);
        lease.redis.unavailable = true;
        int before = lease.asked();

        assertThat(lease.call()).isTrue();
        lease.redis.leases.clear();
        lease.callsFor(10 * Lease.LENGTH, 1000);

        assertThat(lease.asked() - before).isGreaterThan(800);
        assertThat(lease.redis.leases).hasSizeLessThan(12);
    }

    @Test
    void leasesNothingOfALimitThatWasChangedToOneThatCannotBeLeased() {
        for (RateLimit limit : List.of(
                Lease.LIMIT.withAlgorithm(Algorithm.LEAKY_BUCKET),
                Lease.LIMIT.withType(RateType.PER_CLIENT),
                RateLimit.of(1000, Duration.ofMillis(50)))) {
            for (int i = 0; i < 50; i++) {
                lease.call(Lease.demand(limit, 1));
            }
        }

        assertThat(lease.redis.leases).isEmpty();
    }

    @Test
    void threadsNeverSpendMoreThanWasTaken() {
        lease.redis.left = 53_000;
        lease.callsFor(3 * Lease.LENGTH, 3000);

        long granted = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.supplyAsync(() -> IntStream.range(0, 20_000)
                        .filter(i ->
                                lease.call(Lease.demand(Lease.LIMIT, 1 + i % 3)).allowed())
                        .mapToLong(i -> 1 + i % 3)
                        .sum()))
                .toList()
                .stream()
                .mapToLong(CompletableFuture::join)
                .sum();
        lease.store.closeBefore(() -> {}).run();

        assertThat(granted).isEqualTo(50_000 - lease.redis.left).isGreaterThan(40_000);
        assertThat(lease.permits.leased).isEqualTo(lease.permits.used + lease.permits.returned);
    }
}
