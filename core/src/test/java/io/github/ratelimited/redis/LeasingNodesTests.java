package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.redis.LeaseLog.Event;
import io.github.ratelimited.store.StoreDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Four processes that lease one limit and ask for far more than it has for 3 s, or 15 with {@code -Dtests.full}, held
 * against the bound by exact times.
 */
@Tag("long")
class LeasingNodesTests {

    private static final int NODES = 4;
    private static final long RATE = LeasingNode.LIMIT.rate();
    private static final long INTERVAL = 1_000_000;

    private final RedisServer server = RedisServer.start();
    private final List<Process> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Process::destroyForcibly);
        server.close();
    }

    private BufferedReader start(int seconds, int pauseMicros) throws IOException {
        Process node = LeasingNode.start(server.redis(), "leasing", seconds, pauseMicros);
        nodes.add(node);
        return NodeProgram.output(node);
    }

    private void begin() throws IOException {
        for (Process node : nodes) {
            OutputStream in = node.getOutputStream();
            in.write('\n');
            in.flush();
        }
    }

    private List<Event> run(int seconds) throws IOException {
        List<BufferedReader> outputs = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            outputs.add(start(seconds, 50 << (2 * i)));
        }
        outputs.forEach(output -> NodeProgram.next(output, NodeProgram.READY));
        begin();
        return outputs.stream()
                .flatMap(output -> Stream.of(NodeProgram.next(output, "events ").split(" ")))
                .filter(word -> word.contains(","))
                .map(Event::of)
                .toList();
    }

    private static void add(NavigableMap<Long, Long> sums, long at, long permits) {
        sums.merge(at, permits, Long::sum);
    }

    /** What happened before each moment, or up to it. */
    private static NavigableMap<Long, Long> running(NavigableMap<Long, Long> changes) {
        NavigableMap<Long, Long> sums = new TreeMap<>();
        long sum = 0;
        for (Map.Entry<Long, Long> change : changes.entrySet()) {
            sum += change.getValue();
            sums.put(change.getKey(), sum);
        }
        return sums;
    }

    private static long before(NavigableMap<Long, Long> sums, long moment) {
        Map.Entry<Long, Long> last = sums.lowerEntry(moment);
        return last == null ? 0 : last.getValue();
    }

    @Test
    void loseWhatOneOfThemHeldForAnIntervalOnceItIsKilled() throws Exception {
        try (RealRedis redis = RealRedis.open(server.redis())) {
            StoreDriver driver = new StoreDriver(redis.batching("leasing", Duration.ofSeconds(30), null), "hot", "");
            NodeProgram.next(start(600, 50), NodeProgram.READY);
            begin();
            while (driver.usage(LeasingNode.LIMIT).remaining() > RATE / 2) {
                Thread.onSpinWait();
            }
            nodes.get(0).destroyForcibly().waitFor();
            assertThat(driver.decide(LeasingNode.LIMIT, RATE, INTERVAL).allowed())
                    .isTrue();
        }
    }

    @Test
    void neverUseMoreThanTheLimitAndWhatWasLeasedBefore() throws IOException {
        int seconds = TestSize.of(3, 15);
        NavigableMap<Long, Long> counted = new TreeMap<>();
        NavigableMap<Long, Long> used = new TreeMap<>();
        NavigableMap<Long, Long> leased = new TreeMap<>();
        NavigableMap<Long, Long> spent = new TreeMap<>();
        for (Event event : run(seconds)) {
            switch (event.kind()) {
                case LeaseLog.CALL -> {
                    add(counted, event.counted(), event.permits());
                    add(used, event.at(), event.permits());
                }
                case LeaseLog.LEASE -> {
                    add(counted, event.counted(), event.permits());
                    add(leased, event.at(), event.permits());
                }
                case LeaseLog.BACK -> {
                    add(counted, event.counted(), -event.permits());
                    add(spent, event.at(), event.permits());
                }
                default -> {
                    add(used, event.at(), 1);
                    add(spent, event.at(), 1);
                }
            }
        }
        NavigableMap<Long, Long> inRedis = running(counted);
        NavigableMap<Long, Long> inUse = running(used);
        NavigableMap<Long, Long> taken = running(leased);
        NavigableMap<Long, Long> gone = running(spent);
        long most = 0;
        for (long from : counted.keySet()) {
            assertThat(before(inRedis, from + INTERVAL) - before(inRedis, from)).isLessThanOrEqualTo(RATE);
        }
        for (long from : used.keySet()) {
            long held = before(taken, from + 1) - before(gone, from);
            long real = before(inUse, from + INTERVAL) - before(inUse, from);
            assertThat(held).isBetween(0L, RATE / 2);
            assertThat(real).isLessThanOrEqualTo(RATE + held);
            most = Math.max(most, real);
        }
        long inProcess = gone.lastEntry().getValue();
        System.out.printf(
                "%d used, most in a second %d, %d leased%n", inUse.lastEntry().getValue(), most, inProcess);
        assertThat(gone.lastEntry().getValue()).isEqualTo(taken.lastEntry().getValue());
        assertThat(inUse.lastEntry().getValue()).isBetween(RATE / 2, RATE * (seconds + 1L));
        assertThat(inProcess).isGreaterThan(RATE / 10);
    }
}
