package io.github.ratelimited.redis;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.RecordingStore;
import io.github.ratelimited.store.Reservation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A node of a fleet in a JVM of its own: 16 threads that acquire for a while, then the times of all its grants. */
final class NodeProgram {

    static final RateLimit LIMIT = RateLimit.of(50, Duration.ofSeconds(1));
    static final String READY = "ready";

    /** Limits the nodes by minutes of the clock, of which one begins when their line says. */
    static final String BY_MINUTE = "BY_MINUTE";

    private static final int THREADS = 16;
    private static final Duration HORIZON = Duration.ofSeconds(30);

    private NodeProgram() {}

    /** {@return an offset from UTC under which a minute begins at a full second} */
    static ZoneOffset whereAMinuteBegins(Instant second) {
        return ZoneOffset.ofTotalSeconds((int) (59 - (second.getEpochSecond() + 59) % 60));
    }

    /** Starts a node; it waits for a line before it begins. */
    static Process start(Redis server, String prefix, RateType type, int seconds) throws IOException {
        return start(server, prefix, type.name(), seconds);
    }

    static Process start(Redis server, String prefix, String how, int seconds) throws IOException {
        return start(NodeProgram.class, server, prefix, how, String.valueOf(seconds));
    }

    /** Starts a program of this class path in a JVM that is made to start fast. */
    static Process start(Class<?> program, Redis server, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                server.host(),
                String.valueOf(server.port())));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static BufferedReader output(Process node) {
        return new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The next line of a node that says this, after whatever it logged. */
    static String next(BufferedReader output, String start) {
        try {
            String line = output.readLine();
            while (line != null && !line.startsWith(start)) {
                line = output.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("A node ended without '" + start + "'");
            }
            return line;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public static void main(String[] args) throws Exception {
        Redis server = new Redis(args[0], Integer.parseInt(args[1]), "given");
        try (RealRedis redis = RealRedis.open(server)) {
            RecordingStore store = new RecordingStore(new RoutingStore(
                    redis.store(args[2], HORIZON, null),
                    new LocalStore(Micros.monotonicClock(), Basis.STORE, 100),
                    () -> false));
            try (RateLimiters limiters = TestSettings.of(store, new OpenStore(), new LocalLimitRegistry())
                    .horizon(HORIZON)
                    .executor(Runnable::run)
                    .limiters()) {
                limiters.declare("first", LIMIT).decide(0, Duration.ZERO);
                store.granted().clear();
                System.out.println(READY);
                String line = NodeProgram.next(new BufferedReader(new InputStreamReader(System.in)), "");
                run(limiters.declare("api", limit(args[3], line)), TimeUnit.SECONDS.toNanos(Long.parseLong(args[4])));
            }
            StringBuilder times = new StringBuilder("times");
            for (Reservation reservation : store.granted()) {
                times.append(' ').append(reservation.grantedAt());
            }
            System.out.println(times);
        }
    }

    private static RateLimit limit(String how, String line) {
        return how.equals(BY_MINUTE)
                ? RateLimit.perCalendar(LIMIT.rate(), CalendarUnit.MINUTE, whereAMinuteBegins(Instant.parse(line)))
                : LIMIT.withType(RateType.valueOf(how));
    }

    private static void run(RateLimiter limiter, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                while (System.nanoTime() < end) {
                    if (limiter.limit().calendar() != null) {
                        limiter.tryAcquire(Duration.ofSeconds(10));
                    } else {
                        limiter.acquire();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
