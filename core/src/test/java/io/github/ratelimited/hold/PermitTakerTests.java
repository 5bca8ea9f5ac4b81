package io.github.ratelimited.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.FakeStore;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Each call asks once, and what it took can be given back until its method begins. */
class PermitTakerTests {

    private final FakeStore store = new FakeStore();

    @AutoClose
    private final RateLimiters limiters = TestSettings.of(store, new LocalLimitRegistry())
            .executor(Runnable::run)
            .limiters();

    private final PermitTaker taker = new PermitTaker(limiters, new SettleFailures(limiter -> {}));

    private CompletableFuture<TakenPermits> take(int limits) {
        List<OnePermit> uses = IntStream.range(0, limits)
                .mapToObj(i -> new OnePermit(limiters.declare("api" + i, FakeStore.LIMIT)))
                .toList();
        return Objects.requireNonNull(PermitRequest.of(uses, taker)).take(PermitRequest.Waiting.ASYNC, decision -> {});
    }

    private record OnePermit(RateLimiter keyed) implements LimitUse {

        @Override
        public String limiter() {
            return keyed.name();
        }

        @Override
        public boolean watches() {
            return false;
        }

        @Override
        public LimitExpressions expressions() {
            return new LimitExpressions(null, null, null, null, null);
        }

        @Override
        public IllegalArgumentException missing(IllegalArgumentException lacking) {
            return lacking;
        }

        @Override
        public EvaluationContext context() {
            return new StandardEvaluationContext();
        }

        @Override
        public Duration timeout() {
            return Duration.ZERO;
        }
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
        CompletableFuture<TakenPermits> asked = take(limits);
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
        CompletableFuture<TakenPermits> asked = take(limits);
        assertThat(asked.cancel(false)).isTrue();
        grant();
        assertThat(store.givenBack).singleElement().isEqualTo(reservations());
    }
}
