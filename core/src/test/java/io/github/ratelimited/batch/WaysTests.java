package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WaysTests {

    private final FakeBatchStore redis = new FakeBatchStore();
    private final AtomicLong nanos = new AtomicLong();
    private final BatchingStore store =
            new BatchingStore(redis, Duration.ofMinutes(1), LimiterObserver.NONE, nanos::get);

    private void ask(String limiter) {
        Demand demand = new Demand(limiter, "0", FakeBatchStore.LIMIT, 1);
        store.acquire(new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofMinutes(1))));
    }

    /** Has batches answered, one by one. */
    private void answered(int count, Duration each) {
        for (int i = 0; i < count; i++) {
            ask("a");
            nanos.addAndGet(each.toNanos());
            redis.grantsAll(redis.batches.size() - 1);
        }
        redis.batches.clear();
        redis.answers.clear();
    }

    @Test
    void aKeyOfAnIdleQueueWaitsForAnAnswerThatComesSoon() {
        answered(30, Duration.ofNanos(100_000));
        ask("a");
        ask("b");
        assertThat(redis.batches).hasSize(1);
        redis.grantsAll(0);
        assertThat(redis.batches).hasSize(2);
    }

    @Test
    void aKeyOfAnIdleQueueLeavesAtOnceWhereAnswersTakeLonger() {
        answered(30, Duration.ofNanos(500_000));
        ask("a");
        ask("b");
        assertThat(redis.batches).hasSize(2);
    }

    @Test
    void aKeyOfAnIdleQueueLeavesAtOnceWhereAnAnswerIsLate() {
        answered(30, Duration.ofNanos(100_000));
        ask("a");
        nanos.addAndGet(500_000);
        ask("b");
        assertThat(redis.batches).hasSize(2);
    }

    @Test
    void aKeyStaysInItsQueueWhileThatIsBusy() {
        answered(30, Duration.ofNanos(100_000));
        ask("a");
        nanos.addAndGet(500_000);
        ask("b");
        nanos.addAndGet(-500_000);
        ask("b");
        redis.grantsAll(0);
        assertThat(redis.batches).hasSize(2);
        redis.grantsAll(1);
        assertThat(redis.batches).hasSize(3);
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
