package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateType;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.store.GrantTimes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Four processes with 16 threads each on one limiter for 10 s, held against the limit by the times of their grants. */
@Tag("long")
class ManyNodesTests {

    private static final int NODES = 4;
    private static final double FULL = 0.99 * NodeProgram.LIMIT.rate();

    private final RedisServer server = RedisServer.start();
    private final List<Process> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Process::destroyForcibly);
        server.close();
    }

    private List<long[]> run(RateType type) throws IOException {
        List<BufferedReader> outputs = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            Process node = NodeProgram.start(server.redis(), "nodes", type);
            nodes.add(node);
            outputs.add(NodeProgram.output(node));
        }
        outputs.forEach(output -> NodeProgram.next(output, NodeProgram.READY));
        for (Process node : nodes) {
            OutputStream in = node.getOutputStream();
            in.write('\n');
            in.flush();
        }
        return outputs.stream()
                .map(output -> NodeProgram.next(output, "times ").split(" "))
                .map(words -> Stream.of(words)
                        .skip(1)
                        .mapToLong(Long::parseLong)
                        .sorted()
                        .toArray())
                .toList();
    }

    /** Over the first nine seconds: in the last one the threads stop. */
    private static double perSecond(GrantTimes times) {
        long end = times.sorted()[0] + 9_000_000;
        double rate = LongStream.of(times.sorted()).filter(time -> time < end).count() / 9.0;
        System.out.printf(
                "%d grants in %.3f s, %.2f per second, most in a second %d%n",
                times.count(), times.seconds(), rate, times.mostWithin(1_000_000));
        return rate;
    }

    @Test
    void aFleetSharesOneLimitAndReachesIt() throws IOException {
        List<long[]> times = run(RateType.OVERALL);
        GrantTimes fleet = new GrantTimes(
                times.stream().flatMapToLong(LongStream::of).sorted().toArray());
        fleet.assertKeep(NodeProgram.LIMIT);
        assertThat(fleet.seconds()).isGreaterThan(9);
        assertThat(perSecond(fleet)).isGreaterThanOrEqualTo(FULL);
        assertThat(times).allMatch(node -> node.length > 0);
    }

    @Test
    void eachClientReachesTheFullRateOfItsOwn() throws IOException {
        for (long[] node : run(RateType.PER_CLIENT)) {
            GrantTimes times = new GrantTimes(node);
            times.assertKeep(NodeProgram.LIMIT);
            assertThat(perSecond(times)).isGreaterThanOrEqualTo(FULL);
        }
    }
}
