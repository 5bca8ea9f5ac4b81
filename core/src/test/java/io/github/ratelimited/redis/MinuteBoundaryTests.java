package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.store.RecordingStore;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A minute of the real clock that turns while many ask, where it is not the minute of UTC but some seconds off. */
@Tag("long")
class MinuteBoundaryTests {

    private static final int THREADS = 64;
    private static final long RATE = 500;

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    /** Some seconds ahead, in which even a busy machine takes all permits of the minute that ends. */
    private static Instant boundary() {
        return Instant.now().plusSeconds(6).truncatedTo(ChronoUnit.SECONDS);
    }

    private static void assertOnEachSide(long[] times, Instant boundary, long rate) {
        long turned = ChronoUnit.MICROS.between(Instant.EPOCH, boundary);
        assertThat(List.of(
                        LongStream.of(times).filter(time -> time < turned).count(),
                        LongStream.of(times).filter(time -> time >= turned).count()))
                .containsExactly(rate, rate);
    }

    @Test
    void sixtyFourThreadsGetExactlyTheRateOnEachSide() throws Exception {
        RecordingStore store =
                new RecordingStore(redis.store(UUID.randomUUID().toString(), Duration.ofSeconds(30), null));
        RateLimiters limiters = TestSettings.of(store, new OpenStore(), new LocalLimitRegistry())
                .executor(Runnable::run)
                .limiters();
        Instant boundary = boundary();
        RateLimiter limiter = limiters.declare(
                "api", RateLimit.perCalendar(RATE, CalendarUnit.MINUTE, NodeProgram.whereAMinuteBegins(boundary)));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++) {
            boolean waits = i % 4 == 0;
            threads.execute(() -> {
                while (Instant.now().isBefore(boundary.plusSeconds(3))) {
                    // Long enough for the boundary, so that nobody gives back what came too late.
                    limiter.tryAcquire(waits ? Duration.ofSeconds(10) : Duration.ZERO);
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        limiters.close();

        assertOnEachSide(store.times().sorted(), boundary, RATE);
    }

    @Test
    void fourProcessesGetExactlyTheRateOnEachSide() throws Exception {
        List<Process> nodes = new ArrayList<>();
        List<BufferedReader> outputs = new ArrayList<>();
        String prefix = UUID.randomUUID().toString();
        try {
            for (int i = 0; i < 4; i++) {
                nodes.add(NodeProgram.start(redis.server(), prefix, NodeProgram.BY_MINUTE, 9));
                outputs.add(NodeProgram.output(nodes.get(i)));
            }
            outputs.forEach(output -> NodeProgram.next(output, NodeProgram.READY));
            Instant boundary = boundary();
            for (Process node : nodes) {
                node.getOutputStream().write((boundary + "\n").getBytes(StandardCharsets.US_ASCII));
                node.getOutputStream().flush();
            }
            long[] times = outputs.stream()
                    .flatMap(output -> Stream.of(
                                    NodeProgram.next(output, "times").split(" "))
                            .skip(1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            assertOnEachSide(times, boundary, NodeProgram.LIMIT.rate());
        } finally {
            nodes.forEach(Process::destroyForcibly);
        }
    }
}
