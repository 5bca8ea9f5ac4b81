package io.github.ratelimited.autoconfigure.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import io.github.ratelimited.launcher.TestSize;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three instances against a vendor who counts what arrives, over a way that takes now more time and now less, for 8 s or,
 * with {@code -Dtests.full}, a minute.
 */
@Tag("long")
@ExtendWith(RedisExtension.class)
class VendorFleetTests {

    private static final Logger log = LoggerFactory.getLogger(VendorFleetTests.class);

    private static final int RATE = 50;
    private static final int INSTANCES = 3;
    private static final Duration JITTER = Duration.ofMillis(15);

    private static final Duration CLOSED = Duration.ofSeconds(2);

    /** In which callers come into their stride. */
    private static final Duration START = Duration.ofSeconds(1);

    private final ConcurrentLinkedQueue<Long> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rejections = new AtomicInteger();
    private final AtomicLong closedUntil = new AtomicLong();
    private final SplittableRandom random = new SplittableRandom(34);

    @Test
    void usesMostOfAQuotaAndNoMoreThanIt(Redis redis) throws Exception {
        Duration length = Duration.ofSeconds(TestSize.of(8, 60));
        HttpServer vendor = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool();
        vendor.setExecutor(threads);
        vendor.createContext("/", this::answer);
        vendor.start();
        List<Process> instances = new ArrayList<>();
        List<BufferedReader> outputs = new ArrayList<>();
        List<Long> counted;
        Duration late = Duration.ZERO;
        Lateness lateness = new Lateness();
        try {
            String prefix = UUID.randomUUID().toString();
            for (int i = 0; i < INSTANCES; i++) {
                instances.add(start(
                        redis, prefix, "http://localhost:" + vendor.getAddress().getPort()));
            }
            for (Process instance : instances) {
                outputs.add(new BufferedReader(new InputStreamReader(instance.getInputStream())));
            }
            for (BufferedReader output : outputs) {
                line(output, "ready");
            }
            instances.forEach(VendorFleetTests::tell);
            LockSupport.parkNanos(START.toNanos());
            arrivals.clear();
            LockSupport.parkNanos(length.dividedBy(2).toNanos());
            closedUntil.set(System.nanoTime() + CLOSED.toNanos());
            LockSupport.parkNanos(length.dividedBy(2).toNanos());
            counted = arrivals.stream().sorted().toList();
            instances.forEach(VendorFleetTests::tell);
            for (BufferedReader output : outputs) {
                Duration of =
                        Duration.ofNanos(Long.parseLong(line(output, "late by ").substring("late by ".length())));
                late = late.compareTo(of) > 0 ? late : of;
            }
            // What a busy machine does to an instance it does to the vendor, too.
            late = late.plus(lateness.worst()).plus(JITTER);
        } finally {
            instances.forEach(Process::destroyForcibly);
            vendor.stop(0);
            threads.shutdownNow();
        }
        double seconds = length.minus(CLOSED).minus(lateness.stalled()).toMillis() / 1000.0;
        log.info(
                "Of {} calls {} arrived, at most {} in a second; {} rejections; threads ran up to {} late",
                RATE * seconds,
                counted.size(),
                mostInASecond(counted),
                rejections,
                late);

        assertThat(counted.size() / (RATE * seconds))
                .as("part of the quota that was used")
                .isGreaterThan(length.toSeconds() < 60 ? 0.8 : 0.95);
        assertThat(mostInASecond(counted))
                .as("arrivals in any second")
                .isLessThanOrEqualTo(RATE + 2 + (int) Math.ceil(RATE * late.toNanos() / 1e9));
        assertThat(rejections).as("rejections of the block").hasValueLessThanOrEqualTo(INSTANCES);
    }

    private void answer(HttpExchange exchange) throws IOException {
        long way;
        synchronized (random) {
            way = random.nextLong(JITTER.toNanos());
        }
        LockSupport.parkNanos(way);
        long now = System.nanoTime();
        long closed = closedUntil.get() - now;
        if (closedUntil.get() != 0 && closed > 0) {
            rejections.incrementAndGet();
            exchange.getResponseHeaders().set("Retry-After", Long.toString(-Math.floorDiv(-closed, 1_000_000_000L)));
            exchange.sendResponseHeaders(429, -1);
        } else {
            arrivals.add(now);
            exchange.sendResponseHeaders(200, -1);
        }
        exchange.close();
    }

    private static int mostInASecond(List<Long> sorted) {
        int most = 0;
        for (int from = 0, to = 0; to < sorted.size(); to++) {
            while (sorted.get(to) - sorted.get(from) >= 1_000_000_000L) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return most;
    }

    private static Process start(Redis redis, String prefix, String vendor) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VendorProgram.class.getName(),
                        "--vendor=" + vendor,
                        "--spring.data.redis.url=" + redis.url(),
                        "--ratelimited.prefix=" + prefix,
                        "--ratelimited.redis.timeout=20s",
                        "--ratelimited.clients.vendor.url=localhost",
                        "--ratelimited.limiters.vendor.rate=" + RATE,
                        "--ratelimited.limiters.vendor.interval=1s",
                        "--ratelimited.limiters.vendor.algorithm=leaky-bucket",
                        "--ratelimited.limiters.vendor.timeout=-1",
                        "--logging.level.root=warn",
                        "--spring.main.banner-mode=off")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String line(BufferedReader output, String start) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith(start)) {
            line = output.readLine();
        }
        assertThat(line).as("a line of an instance that begins with %s", start).isNotNull();
        return line;
    }

    private static void tell(Process instance) {
        PrintStream input = new PrintStream(instance.getOutputStream(), true);
        input.println("go");
    }
}
