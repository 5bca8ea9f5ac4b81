package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the server does for a script, as MONITOR shows it. */
class ReadingTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final String prefix = UUID.randomUUID().toString();
    private final StoreDriver driver =
            new StoreDriver(redis.store(prefix, Duration.ofSeconds(30), null), "api", "alice");

    /** Names of the commands that scripts call on our keys, and arguments of the scripts. */
    private List<String> commandsOf(Runnable actions) {
        try (RedisConnection monitor = redis.server().connect()) {
            monitor.command("MONITOR");
            actions.run();
            String end = UUID.randomUUID().toString();
            redis.server().command("ECHO", end);
            List<String> lines = new ArrayList<>();
            String line = String.valueOf(monitor.read());
            while (!line.contains(end)) {
                lines.add(line);
                line = String.valueOf(monitor.read());
            }
            return lines.stream().filter(text -> text.contains(prefix)).toList();
        }
    }

    private static Stream<String> ofScripts(List<String> commands) {
        return commands.stream().filter(line -> line.contains(" lua] ")).map(line -> line.split("\"")[1].toUpperCase());
    }

    @ParameterizedTest(name = "2.4 reading and rejecting write nothing, extend nothing and drop no TTL: {0}")
    @EnumSource
    void readingWritesNothing(Algorithm algorithm) {
        RateLimit limit = Limits.of(2, Duration.ofMinutes(10), algorithm);
        while (driver.take(limit, 1)) {
            assertThat(redis.keys(prefix)).hasSize(1);
        }
        String key = redis.keys(prefix).get(0);
        Object content = redis.server().command("DUMP", key);
        long left = (Long) redis.server().command("PTTL", key);
        // Two intervals and a tenth, rounded up to whole ms.
        assertThat(left).isBetween(1L, limit.interval().toMillis() * 21 / 10 + 2);

        List<String> commands = commandsOf(() -> {
            driver.usage(limit);
            driver.take(limit, 1);
            driver.take(limit, 0);
            driver.decide(limit, 1, 1000);
            driver.withKey("unknown").usage(limit);
        });

        assertThat(ofScripts(commands)).isNotEmpty().allMatch(List.of("GET", "LLEN", "LINDEX", "LRANGE")::contains);
        assertThat(redis.server().command("DUMP", key)).isEqualTo(content);
        assertThat((Long) redis.server().command("PTTL", key)).isBetween(1L, left);
        assertThat(redis.keys(prefix)).containsExactly(key);
    }

    @ParameterizedTest(name = "2.2 no script is told the time of the node that asks: {0}")
    @EnumSource
    void tellsNoScriptTheTimeOfThisNode(Algorithm algorithm) {
        RateLimit limit = Limits.of(2, Duration.ofMinutes(10), algorithm);
        List<String> commands = commandsOf(() -> {
            driver.giveBack(driver.acquire(limit, 1, 0));
            driver.usage(limit);
            driver.release(limit, 1);
        });
        // evalsha, its hash, the number of keys, the key, and arguments: a first number below 0 would be the time of a
        // test.
        assertThat(commands.stream()
                        .filter(line -> line.toUpperCase().contains("\"EVAL") && !line.contains(" lua] "))
                        .map(line -> line.substring(line.indexOf(prefix)).split("\" \"")[1]))
                .hasSizeGreaterThanOrEqualTo(4)
                .noneMatch(arguments -> arguments.matches("(?s)(?>\\\\x..|\\\\.|.){7}\\\\x[89a-f].*"));
    }
}
