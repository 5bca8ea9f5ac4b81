package io.github.ratelimited.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a breaker asks of a store that has failed. */
class BreakerStoreTests {

    private static final RateLimit LIMIT = RateLimit.of(1_000, Duration.ofHours(1));

    private final ManualTimer timer = new ManualTimer(new TestClock());
    private final FailingStore failing = new FailingStore();
    private final BreakerStore store = new BreakerStore(failing, Duration.ofMinutes(1), timer, LimiterObserver.NONE);

    private static final class FailingStore implements BulkStore {

        final List<List<Demand>> asked = new ArrayList<>();
        final List<Settlement> settled = new ArrayList<>();
        boolean down = true;

        @Override
        public CompletionStage<List<BatchResult>> acquireAll(
                int partition, List<Acquisition> requests, BatchListener early) {
            List<Demand> demands = requests.get(0).demands();
            asked.add(demands);
            if (down) {
                return CompletableFuture.failedFuture(new RateLimiterUnavailableException("down", null));
            }
            Grant grant = new Grant(
                    demands,
                    demands.stream()
                            .map(demand -> demand.granted(Duration.ZERO, 0, Duration.ZERO, Basis.STORE))
                            .toList(),
                    demands.stream()
                            .map(demand -> new Reservation(demand, 1, Basis.STORE))
                            .toList());
            return CompletableFuture.completedFuture(List.of(new BatchResult(grant, null)));
        }

        @Override
        public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
            settled.addAll(settlements);
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public int partition(Demand demand) {
            return 0;
        }
    }

    @Test
    void triesOnePermitOfEachLimitAndGivesItBack() {
        Demand many = new Demand("api", "alice", LIMIT, 500);
        Demand none = new Demand("search", "alice", LIMIT, 0);
        Acquisition request =
                new Acquisition(List.of(many, none), Duration.ZERO, Deadline.after(Duration.ofMinutes(1)));
        for (int i = 0; i < 3; i++) {
            store.acquireAll(List.of(request));
        }
        failing.down = false;

        timer.advance(600_000);

        assertThat(failing.asked).hasSize(4).last().isEqualTo(List.of(many.of(1), none));
        assertThat(failing.settled)
                .singleElement()
                .satisfies(back -> assertThat(back.back()).isEqualTo(1));
        assertThat(store.acquireAll(List.of(request))).isCompleted();
    }
}
