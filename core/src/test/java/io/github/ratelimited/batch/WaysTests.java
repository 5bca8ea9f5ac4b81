package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaysTests {

    private final FakeBatchStore redis = new FakeBatchStore();
    private final BatchingStore store = new BatchingStore(redis);

    private void ask(String limiter) {
        Demand demand = new Demand(limiter, "0", FakeBatchStore.LIMIT, 1);
        store.acquire(new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1))));
    }

    @Test
    void twoBatchesOfDifferentKeysAreOnTheWayAtOnce() {
        List<String> limiters = List.of("a", "b", "c", "d");
        limiters.forEach(this::ask);
        assertThat(redis.batches).hasSize(2);
        limiters.forEach(this::ask);
        assertThat(redis.batches).hasSize(2);
        redis.grantsAll(0);
        redis.grantsAll(1);
        assertThat(redis.batches).extracting(List::size).containsExactly(1, 1, 3, 3);
    }

    @Test
    void requestsForAKeyFollowEachOther() {
        for (int i = 0; i < 4; i++) {
            ask("a");
        }
        assertThat(redis.batches).hasSize(1);
        redis.grantsAll(0);
        assertThat(redis.batches).extracting(List::size).containsExactly(1, 3);
    }
}
