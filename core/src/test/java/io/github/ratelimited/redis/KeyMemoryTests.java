package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What many keys take of a server's memory in all, with {@code -Dtests.full} for docs/operating.md. */
@Tag("long")
class KeyMemoryTests {

    private static final Logger log = LoggerFactory.getLogger(KeyMemoryTests.class);

    private static final Pattern USED = Pattern.compile("used_memory:(\\d+)");
    private static final int KEYS = TestSize.of(4_096, 16_384);
    private static final int AT_ONCE = 1024;

    private enum Use {
        ONE_PERMIT(1, 1, 50),
        PERMITS_OF_ONE_CALL(1, 100, 50),
        PERMITS_OF_CALLS_OF_THEIR_OWN(TestSize.of(20, 100), 1, 2400);

        private final int calls;
        private final int permits;
        private final int most;

        Use(int calls, int permits, int most) {
            this.calls = calls;
            this.permits = permits;
            this.most = most;
        }
    }

    @Test
    void growWithTheNameAndTheState() throws IOException {
        StringBuilder table = new StringBuilder();
        for (Algorithm algorithm : Algorithm.values()) {
            for (int length : new int[] {10, 60}) {
                for (Use use : algorithm == Algorithm.SLIDING_WINDOW ? Use.values() : new Use[] {Use.ONE_PERMIT}) {
                    double bytes = bytesPerKey(algorithm, length, use);
                    table.append(String.format(
                            Locale.ROOT,
                            "| %s | name of %d bytes | %s | %.0f bytes |%n",
                            algorithm,
                            name(algorithm, length, 0).length(),
                            use,
                            bytes));
                    assertThat(bytes).isBetween((double) length, 400.0 + length + use.most);
                }
            }
        }
        log.info("Memory for a key:\n{}", table);
        Files.writeString(Path.of("target/key-memory.md"), table);
    }

    private static String key(int length, int number) {
        return String.format(Locale.ROOT, "%0" + length + "d", number);
    }

    private static String name(Algorithm algorithm, int length, int number) {
        return new RedisKeys("ratelimited").of(demand(algorithm, length, number, 1));
    }

    private static Demand demand(Algorithm algorithm, int length, int number, int permits) {
        RateLimit limit = Limits.of(1000, Duration.ofHours(1), algorithm);
        return new Demand("api", key(length, number), limit, permits);
    }

    private static double bytesPerKey(Algorithm algorithm, int length, Use use) {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RedisConnection connection = server.redis().connect()) {
            LimiterStore store = redis.store("ratelimited", Duration.ofSeconds(30), null);
            // The first one brings the script.
            take(store, demand(algorithm, length, KEYS, 1));
            long before = used(connection);
            for (int call = 0; call < use.calls; call++) {
                for (int from = 0; from < KEYS; from += AT_ONCE) {
                    List<CompletionStage<Boolean>> sent = IntStream.range(from, from + AT_ONCE)
                            .mapToObj(number -> take(store, demand(algorithm, length, number, use.permits)))
                            .toList();
                    sent.forEach(taken -> assertThat(StoreDriver.get(taken)).isTrue());
                }
            }
            assertThat(connection.command("DBSIZE")).isEqualTo(KEYS + 1L);
            return (double) (used(connection) - before) / KEYS;
        }
    }

    private static CompletionStage<Boolean> take(LimiterStore store, Demand demand) {
        Deadline deadline = Deadline.after(Duration.ofSeconds(20));
        return store.acquire(new Acquisition(List.of(demand), Duration.ZERO, deadline))
                .thenApply(Grant::allowed);
    }

    private static long used(RedisConnection connection) {
        Matcher used = USED.matcher(String.valueOf(connection.command("INFO", "memory")));
        assertThat(used.find()).isTrue();
        return Long.parseLong(used.group(1));
    }
}
