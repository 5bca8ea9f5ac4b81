package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetriedBatchTests {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** What is sent once more is sent after a tenth of it. */
    private static final Duration AT_ONCE = Duration.ofMillis(10);

    private static final RateLimit LIMIT = RateLimit.of(10, Duration.ofHours(1));

    private final RedisKeys names = new RedisKeys("retried");

    private static Acquisition request(Demand demand) {
        return new Acquisition(List.of(demand), Duration.ZERO, Deadline.after(TIMEOUT));
    }

    /** A list may be written, a string may not; before that is tried again two seconds later, the server is gone. */
    @Test
    void whatIsGrantedIsToldThoughTheRestFailsASecondTime() {
        Demand window = new Demand("window", "", LIMIT, 1);
        Demand bucket = new Demand("bucket", "", LIMIT.withAlgorithm(Algorithm.TOKEN_BUCKET), 1);
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis())) {
            RedissonConnection connection = RedissonConnection.of(redis.client());
            connection.extendReplyTimeout(TIMEOUT);
            RedisStore store = new RedisStore(new ScriptRunner(connection), names, TIMEOUT, null);
            StoreDriver.get(store.prepare());
            server.redis().command("ACL", "SETUSER", "default", "-set");
            CompletionStage<List<BatchResult>> answer = store.acquireAll(List.of(request(window), request(bucket)));
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() ->
                            server.redis().command("LLEN", names.of(window)).equals(1L));

            server.kill();

            List<BatchResult> outcomes = StoreDriver.get(answer);
            assertThat(outcomes.get(0).grant()).matches(grant -> grant.allowed());
            assertThat(outcomes.get(1).grant()).isNull();
        }
    }

    @Test
    @DisplayName("2.1 a request for several permits of which some may be booked is not sent once more")
    void whatIsPartlyBookedIsNotTakenTwice() {
        Demand window = new Demand("window", "", LIMIT, 1);
        Demand bucket = new Demand("bucket", "", LIMIT.withAlgorithm(Algorithm.TOKEN_BUCKET), 1);
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis())) {
            RedissonConnection connection = RedissonConnection.of(redis.client());
            connection.extendReplyTimeout(TIMEOUT);
            RedisStore store = new RedisStore(new ScriptRunner(connection), names, AT_ONCE, null);
            StoreDriver.get(store.prepare());
            server.redis().command("ACL", "SETUSER", "default", "-set");
            Acquisition both = new Acquisition(List.of(window, bucket), Duration.ZERO, Deadline.after(TIMEOUT));

            List<BatchResult> outcomes = StoreDriver.get(store.acquireAll(List.of(both, request(bucket))));

            assertThat(outcomes).extracting(BatchResult::grant).containsOnlyNulls();
            assertThat(server.redis().command("LLEN", names.of(window))).isEqualTo(1L);
        }
    }
}
