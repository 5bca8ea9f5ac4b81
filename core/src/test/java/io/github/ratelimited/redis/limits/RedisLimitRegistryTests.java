package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedisLimitRegistryTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final RateLimit LIMIT = RateLimit.of(7, Duration.ofSeconds(1));

    private final LimitHashes hashes = LimitHashes.of(redis);
    private final LimitsHash hash = hashes.names();
    private final RedisKeyLimits keys = hashes.keys();
    private volatile CompletableFuture<Void> release = CompletableFuture.completedFuture(null);
    private volatile boolean holding;
    private volatile int handedOn;

    /** Hands a reading on when the test says so. */
    private CompletableFuture<PollReply> read(PollReply.From from) {
        CompletableFuture<Void> gate = release;
        return hash.poll(from).thenCompose(limits -> {
            holding = !gate.isDone();
            return gate.thenApply(done -> {
                handedOn++;
                return limits;
            });
        });
    }

    @Test
    void aReadingFromBeforeAnOwnChangeDoesNotUndoIt() {
        ScheduledExecutorService timer = StoreRateLimiters.timer();
        RedisLimitRegistry limits = new RedisLimitRegistry(hash, keys, this::read, timer, Micros.monotonicClock());
        try {
            CompletableFuture<Void> gate = new CompletableFuture<>();
            release = gate;
            Awaitility.await().until(() -> holding);
            limits.set("api", LIMIT, true).toCompletableFuture().join();

            release = CompletableFuture.completedFuture(null);
            gate.complete(null);

            assertThat(limits.find("api").limit()).isEqualTo(LIMIT);
            int before = handedOn;
            Awaitility.await().until(() -> handedOn > before + 1);
            assertThat(limits.find("api").limit()).isEqualTo(LIMIT);
        } finally {
            limits.close();
            timer.shutdown();
        }
    }

    @Test
    @DisplayName("2.12 changes of one limit do not hide what others change of another")
    void anOwnChangeHidesNoOther() {
        ScheduledExecutorService timer = StoreRateLimiters.timer();
        RedisLimitRegistry limits = new RedisLimitRegistry(hash, keys, this::read, timer, Micros.monotonicClock());
        try {
            hash.put("other", new SharedLimit(LIMIT, Origin.OPERATOR)).join();
            CompletableFuture<Void> gate = new CompletableFuture<>();
            release = gate;
            Awaitility.await().until(() -> holding);
            limits.set("api", LIMIT, true).toCompletableFuture().join();
            CompletableFuture<Void> closed = new CompletableFuture<>();
            release = closed;
            gate.complete(null);

            Awaitility.await().until(() -> isInForce("other", LIMIT, limits));
            assertThat(limits.find("api").limit()).isEqualTo(LIMIT);
            closed.complete(null);
        } finally {
            limits.close();
            timer.shutdown();
        }
    }

    @Test
    @DisplayName("1.3 what another node has set is read within a second by the clock")
    void readsWhatAnotherHasSetWithinASecond() {
        ManualTimer timer = new ManualTimer(new TestClock());
        RedisLimitRegistry limits = new RedisLimitRegistry(hash, keys, this::read, timer, Micros.monotonicClock());
        for (int rate = 1; rate <= 5; rate++) {
            Awaitility.await().until(() -> timer.waiting() == 1);
            RateLimit changed = RateLimit.of(rate, Duration.ofSeconds(1));
            hash.put("api", new SharedLimit(changed, Origin.OPERATOR)).join();

            timer.advance(600_000);

            Awaitility.await().until(() -> isInForce("api", changed, limits));
        }
        limits.close();
    }

    @Test
    void whatIsThrownDuringAReadingDoesNotEndTheReadings() {
        hash.put("api", new SharedLimit(LIMIT, Origin.OPERATOR)).join();
        Map<String, String> broken = new AbstractMap<>() {
            @Override
            public Set<Map.Entry<String, String>> entrySet() {
                throw new AssertionError("while it is taken over");
            }
        };
        Iterator<Supplier<PollReply>> readings = List.<Supplier<PollReply>>of(
                        () -> {
                            throw new AssertionError("while it is asked for");
                        },
                        () -> new PollReply(0, "", false, true, PollReply.START, broken, Map.of()))
                .iterator();
        ManualTimer timer = new ManualTimer(new TestClock());
        RedisLimitRegistry limits = new RedisLimitRegistry(
                hash,
                keys,
                from -> readings.hasNext()
                        ? CompletableFuture.completedFuture(readings.next().get())
                        : hash.poll(from),
                timer,
                Micros.monotonicClock());
        timer.advance(600_000);
        timer.advance(600_000);
        Awaitility.await().until(() -> isInForce("api", LIMIT, limits));
        limits.close();
    }

    @Test
    void registersHowManySoeverAreDeclared() {
        ManualTimer timer = new ManualTimer(new TestClock());
        RedisLimitRegistry limits = new RedisLimitRegistry(hash, keys, hash::poll, timer, Micros.monotonicClock());
        IntStream.range(0, 250).forEach(i -> limits.declare("name" + i, LIMIT));
        Awaitility.await().until(() -> timer.waiting() == 1);
        timer.advance(600_000);
        KnownLimits others = new KnownLimits(new AtomicLong());
        Awaitility.await().until(() -> {
            while (others.learn(hash.poll(others.begin()).join())) {
                assertThat(others.names()).hasSizeLessThanOrEqualTo(250);
            }
            return others.names().size() == 250;
        });
        limits.close();
    }

    private static boolean isInForce(String name, RateLimit limit, RedisLimitRegistry limits) {
        AppliedLimit known = limits.find(name);
        return known != null && known.limit().equals(limit);
    }
}
