package io.github.ratelimited.benchmarks.redis;

import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisConnection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says that scripts and keys cost it.
 *
 * @param connection asks the server; closed with this
 */
public record ServerUse(RedisConnection connection) implements AutoCloseable {

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+),usec=(\\d+)");
    private static final Pattern ALLOCATOR = Pattern.compile("mem_allocator:(\\S+)");

    /**
     * Connects to a server.
     *
     * @param redis the server
     * @return what it says
     */
    public static ServerUse of(Redis redis) {
        return new ServerUse(redis.connect());
    }

    /** {@return who gives it memory, such as {@code jemalloc-5.3.0}} */
    public String allocator() {
        Matcher matcher = ALLOCATOR.matcher(String.valueOf(connection.command("INFO", "memory")));
        return matcher.find() ? matcher.group(1) : "unknown allocator";
    }

    private long sum(int group) {
        Matcher matcher = SCRIPTS.matcher(String.valueOf(connection.command("INFO", "commandstats")));
        long sum = 0;
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(group));
        }
        return sum;
    }

    /** Scripts run so far. */
    long scripts() {
        return sum(1);
    }

    /** Microseconds that scripts have taken so far. */
    long scriptMicros() {
        return sum(2);
    }

    /** Bytes of all keys whose names contain a text. */
    long bytes(String part) {
        long bytes = 0;
        for (String key : keys(part)) {
            bytes += (Long) Objects.requireNonNull(connection.command("MEMORY", "USAGE", key, "SAMPLES", "0"));
        }
        return bytes;
    }

    /** Names of all keys that contain a text. */
    List<String> keys(String part) {
        List<?> names = (List<?>) Objects.requireNonNull(connection.command("KEYS", "*" + part + "*"));
        return names.stream().map(String::valueOf).toList();
    }

    @Override
    public void close() {
        connection.close();
    }
}
