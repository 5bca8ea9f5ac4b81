package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.BatchStore;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeysOfABatchTests {

    private static final RateLimit LIMIT = RateLimit.of(5, Duration.ofHours(1));

    private final RealRedis redis = RealRedis.open();

    @AfterEach
    void close() {
        redis.close();
    }

    /** Redisson is given the first as text and the others as bytes. */
    @Test
    void areNamedAlikeWhereverTheyStand() {
        BatchStore store = redis.scripts("batch", Duration.ofSeconds(30), null);
        List<Demand> demands = Stream.of("alice", "Zoë", "鍵", "🔑")
                .map(key -> new Demand("api", key, LIMIT, 1))
                .toList();
        StoreDriver.get(store.acquireAll(
                demands.stream().map(KeysOfABatchTests::request).toList()));
        for (Demand demand : demands) {
            assertThat(StoreDriver.get(store.usage(demand)).remaining())
                    .as(demand.key())
                    .isEqualTo(4);
            assertThat(redis.server().command("EXISTS", new RedisKeys("batch").of(demand)))
                    .as(demand.key())
                    .isEqualTo(1L);
        }
    }

    private static Acquisition request(Demand demand) {
        return new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(Duration.ofSeconds(10)));
    }
}
