package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What limiters that block nobody pay for those that do: the scripts by turns with themselves without blocks. */
class BlockCostTests {

    private static final Logger log = LoggerFactory.getLogger(BlockCostTests.class);

    private static final int ROUNDS = Integer.getInteger("block-cost.rounds", TestSize.of(8, 40));
    private static final int CALLS = 250;
    private static final double SECOND = 1e6;
    private static final double HOUR = 3600 * SECOND;

    private static double[] arguments(StateFormat format, double rate, double interval) {
        return format == StateFormat.CALENDAR_WINDOW
                ? new double[] {0, 0, 1, 1.7e15, 2e15, 2.1e15, 2.2e15, 1, 0, 1, rate, 1, rate, 1}
                : new double[] {0, 0, 1, 0, 1, rate, interval, rate, 1};
    }

    /** Nothing expires, which the exact window without blocks would leave to the part that knows them. */
    private static byte[] granted(PipelinedScripts redis, StateFormat format, String script, String key)
            throws IOException {
        double rate = format == StateFormat.LEAKY_BUCKET ? 1e6 : 1e9;
        return redis.request(
                script,
                key + format.version(),
                arguments(format, rate, format == StateFormat.SLIDING_WINDOW ? HOUR : SECOND));
    }

    private static byte[] refused(PipelinedScripts redis, StateFormat format, String script, String key)
            throws IOException {
        byte[] request = redis.request(script, key + "full:" + format.version(), arguments(format, 1, HOUR));
        redis.microsPerCall(request, 1, true);
        return request;
    }

    @ParameterizedTest
    @EnumSource
    void scriptsWithoutBlocksDecideTheSame(StateFormat format) throws IOException {
        try (RedisServer server = RedisServer.start();
                PipelinedScripts redis = new PipelinedScripts(server.redis())) {
            for (String script : List.of(Script.ACQUIRE.text(format), WithoutBlocks.of(format))) {
                String key = "api:{" + script.length() + "}:";
                redis.microsPerCall(granted(redis, format, script, key), 20, true);
                redis.microsPerCall(refused(redis, format, script, key), 20, false);
            }
        }
    }

    @Test
    @Tag("long")
    void isMeasured() throws IOException {
        StringBuilder table =
                new StringBuilder("| | granted | without blocks | more | processor | without blocks | more | refused"
                        + " | without blocks | more |\n");
        try (RedisServer server = RedisServer.start();
                PipelinedScripts redis = new PipelinedScripts(server.redis())) {
            for (StateFormat format : StateFormat.values()) {
                String with = Script.ACQUIRE.text(format);
                String without = WithoutBlocks.of(format);
                table.append(row(
                        format,
                        compare(
                                granted(redis, format, with, "a:"),
                                granted(redis, format, without, "b:"),
                                request -> redis.microsPerCall(request, CALLS, true)),
                        compare(
                                granted(redis, format, with, "a:"),
                                granted(redis, format, without, "b:"),
                                request -> redis.processorMicrosPerCall(request, CALLS)),
                        compare(
                                refused(redis, format, with, "a:"),
                                refused(redis, format, without, "b:"),
                                request -> redis.microsPerCall(request, CALLS, false))));
            }
        }
        log.info("Cost of blocks where nobody is blocked, medians of {} rounds:\n{}", ROUNDS, table);
        Files.writeString(Path.of("target/block-cost.md"), table);
        assertThat(table).contains("CALENDAR_WINDOW");
    }

    private static String row(StateFormat format, double[]... compared) {
        StringBuilder row = new StringBuilder("| `" + format + "` |");
        for (double[] one : compared) {
            row.append(String.format(Locale.ROOT, " %.2f us | %.2f us | %+.1f %% |", one[0], one[1], 100 * one[2]));
        }
        return row.append('\n').toString();
    }

    /** What a call costs the server. */
    private interface Cost {

        double of(byte[] request) throws IOException;
    }

    /** Median of both, and of what one takes more than the other in the same round, whose order changes. */
    private static double[] compare(byte[] with, byte[] without, Cost cost) throws IOException {
        List<Double> ours = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        List<Double> more = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double first = cost.of(with);
            double other = cost.of(without) + cost.of(without);
            double our = first + cost.of(with);
            ours.add(our / 2);
            others.add(other / 2);
            more.add(our / other - 1);
        }
        return new double[] {median(ours), median(others), median(more)};
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
