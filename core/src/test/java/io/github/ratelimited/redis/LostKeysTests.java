package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** State that goes away, or turns into something else, on a server of its own. */
class LostKeysTests {

    private static final Duration HORIZON = Duration.ofSeconds(30);
    private static final RedisServer server = RedisServer.start();
    private static final RealRedis redis = RealRedis.open(server.redis());
    private static final List<String> TEXTS =
            List.of("", "x", "1 2 3 4 5", "1790000000000000 nan 1e999 -inf 7", "0 0 0 0 0", "-1 -1");

    private final TestClock clock = new TestClock();
    private final Random random = new Random(11);
    private final Deque<Grant> grants = new ArrayDeque<>();

    @AfterAll
    static void close() {
        redis.close();
        server.close();
    }

    @ParameterizedTest(name = "2.5 losing or spoiling a key at any moment raises no error, and limiting goes on: {0}")
    @EnumSource
    void losesNoLimitWithItsKey(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(5, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        StoreDriver driver = new StoreDriver(redis.store(algorithm.name(), HORIZON, clock), "api", "alice");
        driver.take(limit, 1);
        String key = redis.keys(algorithm.name()).get(0);
        try (RedisConnection raw = server.redis().connect()) {
            for (int i = 0; i < 400; i++) {
                act(driver, limit);
                spoil(raw, key);
            }
        }
        driver.reset(limit);
        long granted = 0;
        while (driver.take(limit, 1)) {
            granted++;
        }
        assertThat(granted).isEqualTo(algorithm == Algorithm.LEAKY_BUCKET ? 1 : 5);
    }

    private void act(StoreDriver driver, RateLimit limit) {
        clock.advance(random.nextInt(300_000));
        switch (random.nextInt(6)) {
            case 0 -> driver.usage(limit);
            case 1 -> driver.release(limit, 1 + random.nextInt(3));
            case 2 -> driver.reset(limit);
            case 3 -> {
                if (!grants.isEmpty()) {
                    driver.giveBack(grants.removeFirst());
                }
            }
            default -> grants.add(driver.acquire(limit, 1 + random.nextInt(5), 5_000_000));
        }
        if (grants.size() > 5) {
            grants.removeLast();
        }
    }

    private void spoil(RedisConnection raw, String key) {
        switch (random.nextInt(12)) {
            case 0, 1 -> raw.command("DEL", key);
            case 2 -> raw.command("SCRIPT", "FLUSH");
            case 3 -> raw.command("FLUSHALL");
            case 4 -> raw.command("SET", key, TEXTS.get(random.nextInt(TEXTS.size())));
            case 5 -> replace(raw, key, "HSET", "field", "value");
            case 6 -> replace(raw, key, "RPUSH", "x", "y", "z");
            case 7 -> replace(raw, key, "SADD", "member");
            default -> {}
        }
    }

    private static void replace(RedisConnection raw, String key, String command, String... words) {
        raw.command("DEL", key);
        String[] all = new String[words.length + 2];
        all[0] = command;
        all[1] = key;
        System.arraycopy(words, 0, all, 2, words.length);
        raw.command(all);
    }

    @ParameterizedTest(name = "2.5 content that is not ours is replaced, and the new state counts: {0}")
    @EnumSource
    void replacesWhatIsNotOurs(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(5, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        StoreDriver driver = new StoreDriver(redis.store("n" + algorithm, HORIZON, clock), "api", "alice");
        driver.take(limit, 1);
        String key = redis.keys("n" + algorithm).get(0);
        try (RedisConnection raw = server.redis().connect()) {
            for (String text : TEXTS) {
                raw.command("SET", key, text);
                assertLimits(driver, limit);
            }
            replace(raw, key, "RPUSH", "x", "y", "z");
            assertLimits(driver, limit);
            replace(raw, key, "HSET", "field", "value");
            assertLimits(driver, limit);
        }
    }

    private void assertLimits(StoreDriver driver, RateLimit limit) {
        clock.advance(60_000_000);
        long granted = 0;
        while (granted <= 5 && driver.take(limit, 1)) {
            granted++;
        }
        assertThat(granted).isBetween(1L, 5L);
        clock.advance(60_000_000);
        assertThat(driver.take(limit, 1)).isTrue();
    }
}
