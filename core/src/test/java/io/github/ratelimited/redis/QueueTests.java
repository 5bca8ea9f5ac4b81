package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.store.RecordingStore;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers that wait, on the clock of a server of its own. With {@code -Dtests.full} 20 permits a second for 500 of them, else 100. */
class QueueTests {

    private static final RedisServer server = RedisServer.start();
    private static final RealRedis redis = RealRedis.open(server.redis());
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final int FEW = TestSize.of(100, 20);

    private final Duration horizon = Duration.ofSeconds(30);
    private final RecordingStore store = record(horizon);

    @AfterAll
    static void close() {
        redis.close();
        server.close();
    }

    private static RecordingStore record(Duration horizon) {
        server.redis().command("FLUSHALL");
        return new RecordingStore(redis.store("queue", horizon, null));
    }

    private static RateLimiters over(RecordingStore store, Duration horizon) {
        return TestSettings.of(store, new OpenStore(), new LocalLimitRegistry())
                .horizon(horizon)
                .executor(Runnable::run)
                .limiters();
    }

    @ParameterizedTest(name = "2.8 100 waiters at 50 per second: one script each, in order, at the full rate: {0}")
    @CsvSource({"SLIDING_WINDOW", "TOKEN_BUCKET", "FIXED_WINDOW", "LEAKY_BUCKET"})
    void servesWaitersInOrderWithOneScriptEach(Algorithm algorithm) {
        assertServed(100, RateLimit.of(50, SECOND).withAlgorithm(algorithm), 1.0);
    }

    @Test
    @Tag("long")
    @DisplayName("2.8 500 waiters: one script each, in order, at the full rate")
    void serves500WaitersInOrderWithOneScriptEach() {
        assertServed(500, RateLimit.of(FEW, SECOND), 1.0);
    }

    private void assertServed(int waiters, RateLimit limit, double scriptsPerGrant) {
        try (RateLimiters limiters = over(store, horizon)) {
            RateLimiter limiter = limiters.declare("api", limit);
            limiter.availablePermits();
            limiter.decide(0, Duration.ZERO);
            store.granted().clear();
            long before = CountedScripts.on(server.redis());
            ConcurrentLinkedQueue<Integer> served = new ConcurrentLinkedQueue<>();

            long start = System.nanoTime();
            List<CompletableFuture<Void>> waits = new ArrayList<>();
            for (int i = 0; i < waiters; i++) {
                int place = i;
                CompletableFuture<Void> wait = limiter.acquireAsync(1).toCompletableFuture();
                waits.add(wait.thenRun(() -> served.add(place)));
                // Its place in the queue is that of its script, so the next one comes after the answer.
                Awaitility.await()
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofNanos(100_000))
                        .until(() -> store.granted().size() > place);
            }
            double queued = (System.nanoTime() - start) / 1e9;
            CompletableFuture.allOf(waits.toArray(CompletableFuture[]::new))
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();

            long scripts = CountedScripts.on(server.redis()) - before;
            System.out.printf(
                    "2.8 %d waiters, %s: %d scripts, all granted within %.3f s%n",
                    waiters, limit, scripts, store.times().seconds());
            assertThat(scripts).isLessThanOrEqualTo((long) (waiters * scriptsPerGrant));
            List<Long> due =
                    store.granted().stream().map(Reservation::grantedAt).toList();
            assertThat(due).hasSize(waiters).isSorted();
            assertNobodyIsOvertaken(served.stream().map(due::get).toList());
            store.times().assertKeep(limit);
            assertFullRate(waiters, limit, queued);
        }
    }

    /** Those who are due at almost the same moment wake in any order. */
    private static void assertNobodyIsOvertaken(List<Long> dueAsServed) {
        long latest = 0;
        for (long due : dueAsServed) {
            assertThat(due).isGreaterThan(latest - 200_000);
            latest = Math.max(latest, due);
        }
    }

    /** The last of them would come no later if each interval were full; a busy machine takes long to queue them. */
    private void assertFullRate(int waiters, RateLimit limit, double queued) {
        double seconds = (double) waiters / limit.rate() * limit.interval().toMillis() / 1000;
        assertThat(store.times().seconds()).isLessThanOrEqualTo(seconds * 1.01 + queued);
    }

    @Test
    @Tag("long")
    @DisplayName("2.8 500 waiters whose turns lie beyond the horizon reach the full rate")
    void serves500WaitersBeyondTheHorizon() {
        Duration shortHorizon = Duration.ofMillis(80_000 / FEW);
        RecordingStore recorded = record(shortHorizon);
        RateLimit limit = RateLimit.of(FEW, SECOND);
        double late;
        try (Stalls stalls = new Stalls();
                RateLimiters limiters = over(recorded, shortHorizon)) {
            RateLimiter limiter = limiters.declare("api", limit);
            CompletableFuture.allOf(
                            Stream.generate(() -> limiter.acquireAsync(1).toCompletableFuture())
                                    .limit(500)
                                    .toArray(CompletableFuture[]::new))
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
            late = stalls.seconds();
        }
        System.out.printf(
                "2.8 500 waiters beyond the horizon: %d questions, all granted within %.3f s%n",
                recorded.asked().size(), recorded.times().seconds());
        recorded.times().assertKeep(limit);
        assertThat(recorded.times().seconds()).isLessThanOrEqualTo(500.0 / FEW * 1.01 + late);
        assertThat(recorded.asked()).hasSizeLessThan(500 * 12);
    }

    @Test
    @DisplayName("2.9 a request for 50 permits does not starve behind a stream of single ones, and asks once")
    void aLargeRequestDoesNotStarve() {
        try (RateLimiters limiters = over(store, horizon)) {
            RateLimiter limiter = limiters.declare("api", RateLimit.of(50, SECOND));
            AtomicBoolean served = new AtomicBoolean();
            List<CompletableFuture<Void>> singles = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                singles.add(CompletableFuture.runAsync(() -> {
                    while (!served.get()) {
                        limiter.acquire();
                    }
                }));
            }
            Awaitility.await().until(() -> store.granted().size() > 50);
            long start = System.nanoTime();
            limiter.acquire(50);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            served.set(true);
            singles.forEach(CompletableFuture::join);

            // Due when those before it are a second old.
            assertThat(took).isLessThan(Duration.ofSeconds(20));
            assertThat(store.asked().stream()
                            .filter(asked -> asked.demands().get(0).permits() == 50))
                    .hasSize(1);
            store.times().assertKeep(limiter.limit());
        }
    }

    @Test
    @DisplayName("2.10 a timeout that cannot be met is rejected at once")
    void rejectsATimeoutThatCannotBeMetAtOnce() {
        try (RateLimiters limiters = over(store, horizon)) {
            RateLimiter limiter = limiters.declare("api", RateLimit.of(1, Duration.ofMinutes(1)));
            limiter.acquire();
            store.asked().clear();
            long start = System.nanoTime();
            assertThat(limiter.tryAcquire(Duration.ofSeconds(25))).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            assertThat(store.asked()).hasSize(1);
        }
    }
}
