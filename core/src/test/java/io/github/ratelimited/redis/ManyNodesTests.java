package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateType;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
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

/**
 * Four processes with 16 threads each on one limiter for 4 s, or 10 with {@code -Dtests.full}, held against the limit by
 * the times of their grants.
 */
@Tag("long")
class ManyNodesTests {

    private static final int NODES = 4;
    private static final int SECONDS = TestSize.of(4, 10);
    private static final double FULL = 0.99 * NodeProgram.LIMIT.rate();

    private final RedisServer server = RedisServer.start();
    private final List<Process> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Process::destroyForcibly);
        server.close();
    }

    /** Seconds in which this machine ran nobody. */
    private double stalled;

    private List<long[]> run(RateType type) throws IOException {
        List<BufferedReader> outputs = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            Process node = NodeProgram.start(server.redis(), "nodes", type, SECONDS);
            nodes.add(node);
            outputs.add(NodeProgram.output(node));
        }
        outputs.forEach(output -> NodeProgram.next(output, NodeProgram.READY));
        try (Stalls stalls = new Stalls()) {
            for (Process node : nodes) {
                OutputStream in = node.getOutputStream();
                in.write('\n');
                in.flush();
            }
            List<long[]> times = outputs.stream()
                    .map(output -> NodeProgram.next(output, "times ").split(" "))
                    .map(words -> Stream.of(words)
                            .skip(1)
                            .mapToLong(Long::parseLong)
                            .sorted()
                            .toArray())
                    .toList();
            stalled = stalls.seconds();
            return times;
        }
    }

    /** Over all but the last second, in which the threads stop. */
    private void isFullRate(GrantTimes times) {
        double length = SECONDS - 1;
        long end = times.sorted()[0] + (long) (length * 1e6);
        long count = LongStream.of(times.sorted()).filter(time -> time < end).count();
        System.out.printf(
                "%d grants in %.3f s, %.2f per second, most in a second %d, stalled for %.3f s%n",
                times.count(), times.seconds(), count / length, times.mostWithin(1_000_000), stalled);
        assertThat((double) count).isGreaterThanOrEqualTo(FULL * (length - stalled));
    }

    @Test
    void aFleetSharesOneLimitAndReachesIt() throws IOException {
        List<long[]> times = run(RateType.OVERALL);
        GrantTimes fleet = new GrantTimes(
                times.stream().flatMapToLong(LongStream::of).sorted().toArray());
        fleet.assertKeep(NodeProgram.LIMIT);
        assertThat(fleet.seconds()).isGreaterThan(SECONDS - 1 - stalled);
        isFullRate(fleet);
        assertThat(times).allMatch(node -> node.length > 0);
    }

    @Test
    void eachClientReachesTheFullRateOfItsOwn() throws IOException {
        for (long[] node : run(RateType.PER_CLIENT)) {
            GrantTimes times = new GrantTimes(node);
            times.assertKeep(NodeProgram.LIMIT);
            isFullRate(times);
        }
    }
}
