package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.CombinedPermits;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.hold.Taken;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each call asks once, and what it took can be given back until its method begins. */
class PermitTakerTests {

    private final FakeStore store = new FakeStore();

    @AutoClose
    private final RateLimiters limiters = TestSettings.of(store, new LocalLimitRegistry())
            .executor(Runnable::run)
            .limiters();

    private final PermitTaker taker = new PermitTaker(limiters, new SettleFailures(limiter -> {}));

    private CompletableFuture<Taken> take(int limits) {
        CombinedPermits permits = new CombinedPermits();
        for (int i = 0; i < limits; i++) {
            permits.add(limiters.declare("api" + i, FakeStore.LIMIT), 1, Duration.ZERO);
        }
        return taker.takeAsync(permits);
    }

    private void grant() {
        List<Demand> demands = store.asked.get(0).demands();
        store.answers
                .get(0)
                .complete(new Grant(
                        demands,
                        demands.stream()
                                .map(demand -> demand.granted(Duration.ZERO, 0, Duration.ZERO, Basis.STORE))
                                .toList(),
                        reservations()));
    }

    private List<Reservation> reservations() {
        return store.asked.get(0).demands().stream()
                .map(demand -> new Reservation(demand, 1, Basis.STORE))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void givesBackOnceWhatIsThereAndCannotBeCancelledAnyMore(int limits) {
        CompletableFuture<Taken> asked = take(limits);
        grant();
        assertThat(asked.cancel(false)).isFalse();
        assertThat(store.givenBack).isEmpty();

        asked.join().giveBack();
        asked.join().giveBack();

        assertThat(store.asked).hasSize(1);
        assertThat(store.givenBack).singleElement().isEqualTo(reservations());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void givesBackWhatComesAfterACancel(int limits) {
        CompletableFuture<Taken> asked = take(limits);
        assertThat(asked.cancel(false)).isTrue();
        grant();
        assertThat(store.givenBack).singleElement().isEqualTo(reservations());
    }
}
