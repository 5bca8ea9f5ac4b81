package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.TestSize;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mixed load with a fault every few seconds, for ten seconds, for a minute with {@code -Dtests.full}, or for
 * {@code -Dsoak.seconds}.
 */
@Tag("long")
class SoakTests {

    private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("soak.seconds", TestSize.of(10, 60)));

    private static final List<Consumer<FaultyRedis>> FAULTS = List.of(
            redis -> redis.server.redis().command("SCRIPT", "FLUSH"),
            redis -> redis.server.redis().command("FLUSHALL"),
            redis -> redis.server.redis().command("CLIENT", "PAUSE", "700", "ALL"),
            redis -> redis.server.redis().command("CLIENT", "KILL", "TYPE", "normal"),
            redis -> redis.server.restart(),
            redis -> redis.proxy.freeze(),
            redis -> {
                redis.server.kill();
                FaultyRedis.pass(Duration.ofMillis(1500));
                redis.server.restart();
            },
            redis -> {
                redis.server.pause();
                FaultyRedis.pass(Duration.ofMillis(1500));
                redis.server.resume();
            },
            redis -> {
                redis.proxy.delay(Duration.ofMillis(300));
                FaultyRedis.pass(Duration.ofMillis(1500));
                redis.proxy.delay(Duration.ZERO);
            });

    @Test
    void leaksNothingAndAnswersEveryCall() {
        long seed = Long.getLong("soak.seed", 17);
        Random random = new Random(seed);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (FaultyRedis redis = FaultyRedis.start()) {
            MixedLoad warm = MixedLoad.on(redis.limiters);
            FaultyRedis.pass(Duration.ofSeconds(2));
            warm.close();
            long heapBefore = heap();
            int connectionsBefore = connections(redis);
            int faults = 0;
            MixedLoad load = MixedLoad.on(redis.limiters);
            long end = System.nanoTime() + LENGTH.toNanos();
            while (System.nanoTime() < end) {
                FaultyRedis.pass(Duration.ofMillis(1000 + random.nextInt(2000)));
                FAULTS.get(random.nextInt(FAULTS.size())).accept(redis);
                faults++;
            }
            load.close();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> keys(redis) <= 1);
            // A pool that has grown under load, or reconnects after the last fault, shrinks when its connections are
            // idle.
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> connections(redis) <= connectionsBefore + 2);
            long heapAfter = heap();
            System.out.printf(
                    "soak of %d s with %d faults, seed %d: %s; heap %d to %d KiB, connections %d to %d, keys %d%n",
                    LENGTH.toSeconds(),
                    faults,
                    seed,
                    load,
                    heapBefore >> 10,
                    heapAfter >> 10,
                    connectionsBefore,
                    connections(redis),
                    keys(redis));
            load.assertEveryCallIsAnswered();
            assertThat(heapAfter - heapBefore).as("growth of the heap").isLessThan(8 << 20);
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(threadsBeyond(before)).isEmpty());
    }

    /** All but Awaitility's, and those of the JDK: it keeps some for a minute after the end of a process, others for good. */
    private static List<String> threadsBeyond(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name ->
                        !name.matches("ForkJoinPool.*|process reaper.*|CompletableFutureDelayScheduler|awaitility.*"))
                .toList();
    }

    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            FaultyRedis.pass(Duration.ofMillis(200));
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private static int connections(FaultyRedis redis) {
        Matcher clients = Pattern.compile("connected_clients:(\\d+)")
                .matcher(String.valueOf(redis.server.redis().command("INFO", "clients")));
        assertThat(clients.find()).isTrue();
        return Integer.parseInt(clients.group(1));
    }

    /** Without those of a calendar that go when its minute ends. */
    private static long keys(FaultyRedis redis) {
        Redis server = redis.server.redis();
        return ((List<?>) server.command("KEYS", "*"))
                .stream()
                        .map(String::valueOf)
                        .filter(key -> !isOfThisMinute(server, key))
                        .count();
    }

    private static boolean isOfThisMinute(Redis server, String key) {
        return key.endsWith(":cw1") && (Long) server.command("PTTL", key) <= 62_000;
    }
}
