package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EarlyReplyTests {

    @AutoClose
    private final RealRedis redis = RealRedis.open();

    /** The second time Redisson finds that Redis does not know the script, and sends it. */
    @ParameterizedTest
    @EnumSource
    void tellsWhatTheStageThenCompletesWith(Algorithm algorithm) {
        BulkStore store = redis.scripts("early-" + algorithm, Duration.ofSeconds(30), null);
        RateLimit limit = Limits.of(2, Duration.ofHours(1), algorithm);
        List<Acquisition> batch = Stream.of("alice", "bob")
                .map(key -> new Acquisition(
                        List.of(new Demand("api", key, limit, 1)),
                        Duration.ZERO,
                        Deadline.after(Duration.ofSeconds(10))))
                .toList();
        // Tells the time of the server, without which everything comes too late.
        StoreDriver.get(store.acquireAll(batch));
        for (int round = 0; round < 2; round++) {
            List<List<BatchResult>> delivered = new CopyOnWriteArrayList<>();
            List<BatchResult> outcomes =
                    StoreDriver.get(store.acquireAll(0, batch, delivered::add).thenApply(all -> {
                        assertThat(delivered).hasSize(1);
                        return all;
                    }));
            assertThat(delivered).containsExactly(outcomes);
            redis.server().command("SCRIPT", "FLUSH");
        }
    }
}
