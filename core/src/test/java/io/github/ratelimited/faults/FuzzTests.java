package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Anything that a program can ask for, from a seed, with {@code -Dtests.full} 200,000 times. */
class FuzzTests {

    private static final int AT_ONCE = 128;
    private static final String PREFIX = "fuzz";
    private static final List<Long> NUMBERS = List.of(Long.MIN_VALUE, -1L, 0L, 1L, 10_001L, Long.MAX_VALUE);

    private final Random random = new Random(Long.getLong("fuzz.seed", 23));
    private final Queue<String> strange = new ConcurrentLinkedQueue<>();
    private final LongAdder decided = new LongAdder();
    private final Logger logger =
            (Logger) LoggerFactory.getLogger("io.github.ratelimited.redis.limits.RedisLimitRegistry");
    private final LongAdder refused = new LongAdder();

    /** Each deployment that declares another limit is told, which here is all of them. */
    @BeforeEach
    void hush() {
        logger.setLevel(Level.ERROR);
    }

    @AfterEach
    void listenAgain() {
        logger.setLevel(null);
    }

    @Test
    @DisplayName("random keys, permits, limits and timeouts: no exception but the documented ones, and no key is left")
    void survivesAnything() {
        int calls = TestSize.of(10_000, 200_000);
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis())) {
            try (RateLimiters limiters = RedisRateLimiters.builder(redis.client())
                    .prefix(PREFIX)
                    .timeout(Duration.ofSeconds(20))
                    .onFailure(FailurePolicy.CLOSED)
                    .executor(Runnable::run)
                    .build()) {
                Semaphore free = new Semaphore(AT_ONCE);
                for (int i = 0; i < calls; i++) {
                    free.acquireUninterruptibly();
                    call(limiters, i).whenComplete((decision, failure) -> free.release());
                }
                free.acquireUninterruptibly(AT_ONCE);
            }
            assertThat(strange).isEmpty();
            assertThat(decided.sum() + refused.sum()).isEqualTo(calls);
            assertThat(decided.sum()).isGreaterThan(calls / 10);
            assertThat(redis.client().getKeys().getKeysStream()).allMatch(key -> key.startsWith(PREFIX + ":"));
            redis.client().getKeys().delete(PREFIX + ":limits");
            System.out.printf("fuzz: %d decided, %d refused as wrong%n", decided.sum(), refused.sum());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> server.redis().command("DBSIZE").equals(0L));
        }
    }

    /** Who waits for longer than a moment gives up, as callers do. */
    private CompletableFuture<Decision> call(RateLimiters limiters, int number) {
        String question = "call " + number;
        try {
            RateLimit limit = limit();
            RateLimiter limiter = limiters.declare(name(number), limit).forKey(key());
            long permits = permits(limit);
            Duration timeout = timeout();
            question += ": " + permits + " of " + limiter + " at " + limit + " within " + timeout;
            CompletableFuture<Decision> call =
                    limiter.decideAsync(permits, timeout).toCompletableFuture();
            if (timeout.compareTo(Duration.ofSeconds(1)) > 0) {
                call.cancel(false);
            }
            String asked = question;
            return call.whenComplete((decision, failure) -> count(asked, failure));
        } catch (RuntimeException ex) {
            count(question, ex);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void count(String question, Throwable failure) {
        Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
        if (failure == null || failure instanceof CancellationException) {
            decided.increment();
        } else if (cause instanceof IllegalArgumentException) {
            refused.increment();
        } else {
            strange.add(question + " -> " + (cause instanceof RateLimiterUnavailableException ? "down: " : "") + cause);
        }
    }

    /** A name for some calls, so that different limits meet under one. */
    private String name(int number) {
        return random.nextInt(50) == 0 ? text() : "api" + number % 97;
    }

    private RateLimit limit() {
        long rate = number(1, 50);
        Duration interval = random.nextInt(50) == 0
                ? Duration.ofNanos(random.nextLong())
                : Duration.ofMillis(1 + random.nextInt(2000));
        Algorithm algorithm = Algorithm.values()[random.nextInt(Algorithm.values().length)];
        long burst = algorithm == Algorithm.TOKEN_BUCKET ? number(1, 50) : rate;
        RateType type = random.nextInt(10) == 0 ? RateType.PER_CLIENT : RateType.OVERALL;
        RateLimit limit = new RateLimit(rate, interval, algorithm, burst, type);
        // What takes days to refill would keep its key for days.
        return interval.multipliedBy(1 + burst / rate).compareTo(Duration.ofSeconds(5)) > 0
                ? RateLimit.of(1, Duration.ofSeconds(1))
                : limit;
    }

    private long number(long least, int range) {
        return random.nextInt(20) == 0 ? NUMBERS.get(random.nextInt(NUMBERS.size())) : least + random.nextInt(range);
    }

    private long permits(RateLimit limit) {
        return random.nextInt(3) == 0 ? number(0, 60) : random.nextLong(limit.maxPermits()) + 1;
    }

    private Duration timeout() {
        return switch (random.nextInt(20)) {
            case 0 -> Duration.ofSeconds(Long.MAX_VALUE);
            case 1 -> Duration.ofSeconds(Long.MIN_VALUE);
            case 2 -> Duration.ofNanos(random.nextLong());
            case 3, 4 -> Duration.ofMillis(random.nextInt(20));
            default -> Duration.ZERO;
        };
    }

    private Object key() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextLong();
            case 1 -> List.of(text(), random.nextInt(9), List.of(text()));
            case 2 -> new String[] {text(), text()};
            case 3 -> new Object();
            default -> text();
        };
    }

    /** Any characters, unpaired surrogates too, mostly a few. */
    private String text() {
        int length = random.nextInt(100) == 0 ? random.nextInt(20_000) : random.nextInt(12);
        Stream<String> characters = IntStream.range(0, length)
                .mapToObj(i ->
                        String.valueOf((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(65536))));
        return String.join("", characters.toList());
    }
}
