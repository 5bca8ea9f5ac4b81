package io.github.ratelimited.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limiters are named after their policies. The store counts in this process, too, but can be broken. */
class FailurePolicyStoreTests {

    private static final RateLimit FOUR = RateLimit.of(4, Duration.ofHours(1));
    private static final Duration HORIZON = Duration.ofSeconds(30);

    private final TestClock clock = new TestClock();
    private final BreakableStore store = new BreakableStore(counting(Basis.STORE));
    private final LimiterStore policies = policies(LocalShare.WHOLE);

    private LocalStore counting(Basis basis) {
        return new LocalStore(clock::micros, basis, 100);
    }

    private LimiterStore policies(LocalShare share) {
        return new FailurePolicyStore(
                store, counting(Basis.LOCAL), name -> FailurePolicy.valueOf(name.toUpperCase(Locale.ROOT)), share);
    }

    private static Grant take(LimiterStore from, Demand... demands) {
        return from.acquire(new Acquisition(List.of(demands), HORIZON, Deadline.after(HORIZON)))
                .toCompletableFuture()
                .join();
    }

    private static Demand demand(String limiter, long permits) {
        return new Demand(limiter, "alice", FOUR, permits);
    }

    private static void assertUnavailable(LimiterStore from, Demand... demands) {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> take(from, demands))
                .withCauseInstanceOf(RateLimiterUnavailableException.class)
                .withMessageContaining("broken");
    }

    @Test
    void asksTheStoreWhileItDecides() {
        assertThat(take(policies, demand("local", 3)).decision().basis()).isEqualTo(Basis.STORE);
        assertThat(take(policies, demand("local", 2)).allowed()).isFalse();
    }

    @Test
    @DisplayName("2.18 OPEN lets through, and says so")
    void openLetsThrough() {
        store.broken = true;
        for (int i = 0; i < 10; i++) {
            Grant grant = take(policies, demand("open", 4));
            assertThat(grant.allowed()).isTrue();
            assertThat(grant.decision().basis()).isEqualTo(Basis.OPEN);
            assertThat(grant.reservations()).isEmpty();
        }
    }

    @Test
    @DisplayName("2.18 CLOSED fails, and not with a rejection")
    void closedFails() {
        store.broken = true;
        assertUnavailable(policies, demand("closed", 1));
    }

    @Test
    @DisplayName("2.18 LOCAL applies the limit in this process, waiting included")
    void localCountsHere() {
        store.broken = true;
        Grant grant = take(policies, demand("local", 4));
        assertThat(grant.decision().basis()).isEqualTo(Basis.LOCAL);
        Decision rejection = take(policies, demand("local", 1)).decision();
        assertThat(rejection.allowed()).isFalse();
        assertThat(rejection.retryAfter()).isEqualTo(Duration.ofHours(1));
        clock.advance(Micros.of(Duration.ofHours(1).minusSeconds(10)));
        assertThat(take(policies, demand("local", 1)).delay()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aPolicyThatIsNoneIsLocal() {
        store.broken = true;
        assertThat(take(policies, demand("no-policy", 4)).decision().basis()).isEqualTo(Basis.LOCAL);
        LimiterStore without = new FailurePolicyStore(
                store, counting(Basis.LOCAL), Map.<String, FailurePolicy>of()::get, LocalShare.WHOLE);
        assertThat(take(without, demand("local", 4)).decision().basis()).isEqualTo(Basis.LOCAL);
    }

    @Test
    void aStoreThatFlapsLetsNobodyStartAnew() {
        long granted = 0;
        for (int i = 0; i < 100; i++) {
            store.broken = i % 2 == 0;
            granted += take(policies, demand("local", 1)).allowed() ? 1 : 0;
        }
        assertThat(granted).isEqualTo(8);
    }

    @Test
    void permitsGoBackToTheStoreThatGrantedThem() {
        Grant there = take(policies, demand("local", 4));
        store.broken = true;
        Grant here = take(policies, demand("local", 4));
        policies.giveBack(here.reservations());
        assertThat(store.givenBack).isEmpty();
        assertThat(take(policies, demand("local", 4)).delay()).isZero();
        store.broken = false;
        assertThat(take(policies, demand("local", 1)).allowed()).isFalse();
        policies.giveBack(there.reservations());
        assertThat(take(policies, demand("local", 4)).delay()).isZero();
    }

    @Test
    void ofSeveralLimitsEachGoesByItsPolicyAndOneThatIsClosedFailsAll() {
        store.broken = true;
        Grant grant = take(policies, demand("open", 1), demand("local", 3));
        assertThat(grant.decisions()).extracting(Decision::basis).containsExactly(Basis.OPEN, Basis.LOCAL);
        assertThat(take(policies, demand("open", 1), demand("local", 2)).allowed())
                .isFalse();
        assertUnavailable(policies, demand("open", 1), demand("closed", 1), demand("local", 1));
        assertThat(take(policies, demand("local", 1)).allowed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "0.75, 3", "0.7, 3", "0.25, 1", "0.01, 1", "0, 1"})
    void grantsItsShareAndAtLeastOne(double share, long granted) {
        LimiterStore part = policies(new LocalShare(share));
        store.broken = true;
        assertThat(take(part, demand("local", granted)).allowed()).isTrue();
        assertThat(take(part, demand("local", 1)).allowed()).isFalse();
    }

    @Test
    void failsWhatItsShareCanNeverGrant() {
        LimiterStore part = policies(new LocalShare(0.5));
        store.broken = true;
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> take(part, demand("local", 3)))
                .withCauseInstanceOf(RateLimiterUnavailableException.class)
                .withMessageContaining("permits must be at most 2");
        assertThat(take(part, demand("local", 2)).allowed()).isTrue();
    }

    @Test
    void refusesSharesThatAreNone() {
        for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new LocalShare(share))
                    .withMessage("localShare must be from 0 to 1, but is " + share);
        }
    }

    @Test
    void hidesNoOtherFailure() {
        store.failure = new IllegalStateException("a bug");
        store.broken = true;
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> take(policies, demand("open", 1)))
                .withCause(store.failure);
    }

    /** Fails on demand. */
    private static final class BreakableStore implements LimiterStore {

        private final LimiterStore inner;
        private final List<List<Reservation>> givenBack = new ArrayList<>();
        private RuntimeException failure = new RateLimiterUnavailableException("broken", null);
        private boolean broken;

        private BreakableStore(LimiterStore inner) {
            this.inner = inner;
        }

        @Override
        public void acquire(Acquisition acquisition, GrantCallback callback) {
            if (broken) {
                callback.answered(null, failure);
            } else {
                inner.acquire(acquisition, callback);
            }
        }

        @Override
        public CompletionStage<Double> settle(List<Settlement> settlements) {
            givenBack.add(settlements.stream().map(Settlement::reservation).toList());
            return inner.settle(settlements);
        }
    }
}
