package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Turn;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The headers of the scripts say what the Java side sends. */
class ScriptHeaderTests {

    private static final Pattern ARGUMENT = Pattern.compile("^-- {3,}(\\w+): .+");

    private static final RateLimit LIMIT =
            new RateLimit(7, Duration.ofSeconds(3), Algorithm.TOKEN_BUCKET, 9, io.github.ratelimited.RateType.OVERALL);

    private static final Map<String, Double> VALUES = Map.ofEntries(
            Map.entry("not_after", 13.0),
            Map.entry("demands", 1.0),
            Map.entry("max_wait", 14.0),
            Map.entry("key", 1.0),
            Map.entry("rate", 7.0),
            Map.entry("interval", 3_000_000.0),
            Map.entry("burst", 9.0),
            Map.entry("permits", 4.0));

    private static final Map<String, Double> OF_TURN =
            Map.of("queue", 2.0, "horizon", 12.0, "round", 5.0, "number", 6.0);

    private static List<String> arguments(String file) {
        List<String> names = new ArrayList<>();
        boolean inside = false;
        for (String line : Script.source(file).lines().toList()) {
            if (!line.startsWith("--") || line.startsWith("-- Returns")) {
                break;
            }
            inside |= line.startsWith("-- ARGV[1]");
            var argument = ARGUMENT.matcher(line);
            if (inside && argument.matches()) {
                names.add(argument.group(1));
            }
        }
        return names;
    }

    @Test
    void nameTheArgumentsOfAcquireInTheirOrder() {
        List<String> names = new ArrayList<>(arguments("common.lua"));
        names.addAll(arguments("acquire.lua").subList(0, 7));
        assertThat(names).hasSameSizeAs(VALUES.keySet());

        Demand demand = new Demand("login", "alice", LIMIT, 4);
        Acquisition request = new Acquisition(List.of(demand), Duration.ofNanos(14_000), new Deadline(0, null));
        List<Double> values = new ArrayList<>(names.stream().map(VALUES::get).toList());
        List<Double> second = values.subList(1, values.size());
        byte[] sent = new AcquireCodec(List.of(request, request), new RedisKeys("test"), 11, 13).arguments();
        assertThat(doubles(sent).subList(0, values.size())).isEqualTo(values);
        assertThat(doubles(sent).subList(values.size(), doubles(sent).size())).isEqualTo(second);

        byte[] ofLone = new AcquireCodec(List.of(request), new RedisKeys("test"), 11, 13).arguments();
        names.removeAll(List.of("demands", "key"));
        assertThat(doubles(ofLone)).isEqualTo(names.stream().map(VALUES::get).toList());
    }

    @Test
    void nameTheArgumentsOfARequestThatMayHaveToWait() {
        List<String> names = arguments("acquire.lua");
        assertThat(names).hasSize(7 + OF_TURN.size());
        Turn turn = new Turn(Duration.ofNanos(12_000), 5, 6, Duration.ZERO, Basis.STORE);
        Demand demand = new Demand("login", "alice", LIMIT, 4);
        Acquisition request = new Acquisition(List.of(demand), Duration.ofNanos(14_000), new Deadline(0, null), turn);

        byte[] sent = new AcquireCodec(List.of(request), new RedisKeys("test"), 11, 13).arguments();

        Map<String, Double> values = new HashMap<>(VALUES);
        values.putAll(OF_TURN);
        values.put("demands", -1.0);
        names.add(0, "not_after");
        assertThat(doubles(sent)).isEqualTo(names.stream().map(values::get).toList());
    }

    @Test
    void nameTheArgumentsOfTheOtherOperations() {
        List<String> limit = List.of("rate", "interval", "burst");
        assertThat(arguments("usage.lua")).isEqualTo(limit);

        assertThat(arguments("release.lua")).containsExactly("rate", "interval", "burst", "permits");
        assertThat(arguments("settle.lua")).containsExactly("rate", "interval", "burst", "permits", "granted", "back");
        assertThat(arguments("block.lua")).containsExactly("rate", "interval", "burst", "span");
        assertThat(arguments("reset.lua")).isEqualTo(limit);
        assertThat(arguments("remove.lua")).isEmpty();
        assertThat(doubles(new Arguments(13, 11, List.of(), 3).add(LIMIT).toBytes()))
                .isEqualTo(Stream.of("not_after", "rate", "interval", "burst")
                        .map(VALUES::get)
                        .toList());
    }

    private static List<Double> doubles(byte[] bytes) {
        ByteBuffer buffer = Reply.numbers(bytes);
        List<Double> numbers = new ArrayList<>();
        while (buffer.hasRemaining()) {
            numbers.add(buffer.getDouble());
        }
        return numbers;
    }

    @ParameterizedTest
    @EnumSource(StateFormat.class)
    void nameTheAlgorithmAndTheVersionOfItsState(StateFormat format) {
        String head = "-- " + format.name() + " (" + format.version() + "): ";
        assertThat(format.files().stream().map(Script::source))
                .filteredOn(source -> source.startsWith(head))
                .hasSize(1);
        assertThat(format.files().stream().map(Script::source)).allSatisfy(ScriptHeaderTests::hasHeader);
        assertThat(format.version()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void sayWhatForAndWithWhichKeysAndResult(Script script) {
        hasHeader(Script.source(script.file()));
        hasHeader(Script.source("wait_queue.lua"));
    }

    private static void hasHeader(String source) {
        assertThat(source).startsWith("-- ").containsPattern("\n-- KEYS").containsPattern("ARGV\\[1\\]");
        assertThat(source).containsPattern("(?i)-- (KEYS, ARGV\\[1\\] and what it )?returns");
    }

    @ParameterizedTest
    @EnumSource(StateFormat.class)
    void everyAlgorithmHasAFormat(StateFormat format) {
        assertThat(StateFormat.of(Algorithm.valueOf(format.name()))).isSameAs(format);
        assertThat(StateFormat.values()).hasSameSizeAs(Algorithm.values());
    }
}
