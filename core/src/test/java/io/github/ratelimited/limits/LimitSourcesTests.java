package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** A source of limits that is slow, fails, tells nonsense, or is asked by a flood of keys: with {@code -Dtests.full} a million. */
class LimitSourcesTests {

    private static final RateLimit OWN = RateLimit.of(5, Duration.ofMinutes(1));
    private static final RateLimit CONTRACT = RateLimit.of(5_000, Duration.ofMinutes(1));
    private static final Duration TTL = Duration.ofSeconds(60);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Queue<LimiterObserver.Sourced> outcomes = new ConcurrentLinkedQueue<>();
    private volatile LimitSource source = (limiter, key) -> CONTRACT;

    @AutoClose
    private final RateLimiters limiters = limiters(Duration.ofSeconds(20));

    private RateLimiters limiters(Duration timeout) {
        SourceSettings settings = new SourceSettings(
                (limiter, key) -> {
                    asked.incrementAndGet();
                    return source.limitFor(limiter, key);
                },
                "search"::equals,
                TTL,
                timeout,
                nanos::get,
                new LimiterObserver() {
                    @Override
                    public void sourced(String limiter, Sourced outcome) {
                        outcomes.add(outcome);
                    }
                });
        LocalStore store = new LocalStore(Micros.monotonicClock(), Basis.STORE, 2_000_000);
        RateLimiters made = TestSettings.of(store, new LocalLimitRegistry())
                .sources(new LimitSources(settings))
                .limiters();
        made.declare("search", OWN);
        made.declare("other", OWN);
        return made;
    }

    private static Decision decide(RateLimiters limiters, String key) {
        return limiters.get("search").forKey(key).decide(1, Duration.ZERO);
    }

    private Decision decide(String key) {
        return decide(limiters, key);
    }

    @Test
    void tellsTheLimitOfAKey() {
        Decision decision = decide("acme");
        assertThat(decision.limit()).isEqualTo(CONTRACT);
        assertThat(decision.origin()).isEqualTo(Origin.SOURCE);
        decide("acme");
        assertThat(asked).hasValue(1);
        assertThat(limiters.get("search").limit()).isEqualTo(OWN);
        assertThat(limiters.get("other").forKey("acme").limit()).isEqualTo(OWN);
    }

    @Test
    void isAskedForTheTextOfAKeyBeforeItIsEscaped() {
        Queue<String> keys = new ConcurrentLinkedQueue<>();
        source = (limiter, key) -> {
            keys.add(key);
            return null;
        };
        decide("50 % {acme}");
        limiters.get("search").forKey(7).tryAcquire();
        assertThat(keys).containsExactly("50 % {acme}", "7");
    }

    @Test
    void isNotAskedAgainForAKeyWithoutALimit() {
        source = (limiter, key) -> null;
        assertThat(decide("acme").limit()).isEqualTo(OWN);
        decide("acme");
        assertThat(asked).hasValue(1);
    }

    @Test
    void isAskedAgainInTheBackgroundAndItsLastAnswerKeptWhileItFails() {
        decide("acme");
        source = (limiter, key) -> {
            throw new IllegalStateException("no database");
        };
        nanos.addAndGet(TTL.toNanos());
        assertThat(decide("acme").limit()).isEqualTo(CONTRACT);
        Awaitility.await().until(() -> outcomes.contains(LimiterObserver.Sourced.FAILED));
        assertThat(decide("acme").limit()).isEqualTo(CONTRACT);

        source = (limiter, key) -> null;
        nanos.addAndGet(TTL.toNanos());
        Awaitility.await().until(() -> decide("acme").limit().equals(OWN));
    }

    @Test
    void failingLeavesTheOwnLimitAndIsAskedAgainSoon() {
        source = (limiter, key) -> {
            throw new AssertionError("no database");
        };
        assertThat(decide("acme").limit()).isEqualTo(OWN);
        decide("acme");
        assertThat(asked).hasValue(1);

        source = (limiter, key) -> CONTRACT;
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        Awaitility.await().until(() -> decide("acme").limit().equals(CONTRACT));
    }

    @Test
    void tellingNonsenseLeavesTheOwnLimit() {
        source = (limiter, key) -> CONTRACT.withAlgorithm(Algorithm.FIXED_WINDOW);
        assertThat(decide("acme").limit()).isEqualTo(OWN);
        assertThat(outcomes).contains(LimiterObserver.Sourced.UNUSABLE);
    }

    @Test
    void answeringLateLeavesTheOwnLimitForNow() {
        CountDownLatch answer = new CountDownLatch(1);
        source = (limiter, key) -> {
            await(answer);
            return CONTRACT;
        };
        RateLimiters impatient = limiters(Duration.ofMillis(20));
        assertThat(decide(impatient, "acme").limit()).isEqualTo(OWN);
        assertThat(outcomes).contains(LimiterObserver.Sourced.LATE);
        answer.countDown();
        Awaitility.await().until(() -> decide(impatient, "acme").limit().equals(CONTRACT));
        impatient.close();
    }

    @Test
    void isNotAskedWhereItCannotBeSaidWhetherItIs() {
        try (RateLimiters broken = LocalRateLimiters.builder()
                .limit("search", OWN)
                .limitSource((limiter, key) -> CONTRACT, limiter -> {
                    throw new IllegalStateException("broken");
                })
                .build()) {
            assertThat(decide(broken, "acme").limit()).isEqualTo(OWN);
        }
    }

    @Test
    void neverBlocksAThreadThatMustNot() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        source = (limiter, key) -> {
            await(answer);
            return CONTRACT;
        };
        RateLimiter acme = limiters.get("search").forKey("acme");
        CompletableFuture<Decision> decision = CompletableFuture.supplyAsync(
                        () -> acme.decideAsync(1, Duration.ZERO).toCompletableFuture(), Schedulers.parallel()::schedule)
                .get(10, TimeUnit.SECONDS);
        assertThat(decision).isNotDone();
        answer.countDown();
        assertThat(decision.get(10, TimeUnit.SECONDS).limit()).isEqualTo(CONTRACT);
    }

    @Test
    void isNotAFloodgateForManyKeys() {
        decide("acme");
        CountDownLatch never = new CountDownLatch(1);
        source = (limiter, key) -> {
            await(never);
            return CONTRACT;
        };
        int keys = TestSize.of(20_000, 1_000_000);
        RateLimiter search = limiters.get("search");
        List<CompletableFuture<Decision>> waiting = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            CompletableFuture<Decision> decision =
                    search.forKey(i).decideAsync(1, Duration.ZERO).toCompletableFuture();
            if (!decision.isDone()) {
                waiting.add(decision);
            }
        }
        // Those beyond the threads and the places to wait go on at once under the own limit.
        assertThat(waiting).hasSizeLessThan(1_100);
        assertThat(outcomes)
                .filteredOn(LimiterObserver.Sourced.REJECTED::equals)
                .hasSizeGreaterThan(keys - 10_000);
        assertThat(decide("acme").limit()).isEqualTo(CONTRACT);
        never.countDown();
        CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
