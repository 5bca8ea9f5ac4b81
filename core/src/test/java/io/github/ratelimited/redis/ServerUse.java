package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisConnection;
import io.github.ratelimited.store.StoreDriver;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a server says that scripts and keys cost it. */
record ServerUse(RedisConnection connection) {

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval(?:sha)?:calls=\\d+,usec=(\\d+)");

    private long scriptMicros() {
        Matcher matcher = SCRIPTS.matcher(String.valueOf(connection.command("INFO", "commandstats")));
        long micros = 0;
        while (matcher.find()) {
            micros += Long.parseLong(matcher.group(1));
        }
        return micros;
    }

    /** How often the server got scripts as their text and as their hash. */
    String scripts() {
        return String.valueOf(connection.command("INFO", "commandstats"))
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .map(line -> line.replaceAll("cmdstat_(.*),usec=.*", "$1"))
                .collect(Collectors.joining(" and "));
    }

    /** Microseconds of the server for each of some calls sent at once, all of which have to answer the same. */
    double microsPerCall(int calls, boolean answer, Supplier<CompletionStage<Boolean>> call) {
        long before = scriptMicros();
        List<CompletionStage<Boolean>> sent = Stream.generate(call).limit(calls).toList();
        sent.forEach(stage -> assertThat(StoreDriver.get(stage)).isEqualTo(answer));
        return (double) (scriptMicros() - before) / calls;
    }

    /** Bytes of all keys that contain a text. */
    long bytes(String part) {
        long bytes = 0;
        for (Object key : (Iterable<?>) connection.command("KEYS", "*" + part + "*")) {
            bytes += (Long) connection.command("MEMORY", "USAGE", String.valueOf(key), "SAMPLES", "0");
        }
        return bytes;
    }

    long keys() {
        return (Long) connection.command("DBSIZE");
    }
}
