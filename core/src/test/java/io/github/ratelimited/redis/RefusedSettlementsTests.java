package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.SettlementOutcome;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server of its own that answers for a while, but counts nothing. */
class RefusedSettlementsTests implements LimiterObserver {

    private static final RateLimit HUNDRED = RateLimit.of(100, Duration.ofHours(1));

    private final RedisServer server = RedisServer.start();
    private final RealRedis redis = RealRedis.open(server.redis());
    private final List<String> outcomes = new CopyOnWriteArrayList<>();
    private final RateLimiters limiters = RedisRateLimiters.builder(redis.client())
            .timeout(Duration.ofSeconds(5))
            .observer(this)
            .build();
    private final RateLimiter limiter = limiters.declare("tokens", HUNDRED);

    @Override
    public void settled(Demand demand, SettlementOutcome outcome, double permits) {
        outcomes.add(outcome + " " + (long) permits);
    }

    @AfterEach
    void close() {
        limiters.close();
        redis.close();
        server.close();
    }

    private void run(String commands) {
        for (String command : commands.split(", ")) {
            server.redis().command(command.split(" "));
        }
    }

    private void awaitRefusals(String error, int times) {
        Awaitility.await()
                .until(() -> server.redis().command("INFO", "errorstats").toString(), text -> {
                    String[] parts = text.split("errorstat_" + error + ":count=", 2);
                    return parts.length == 2 && Integer.parseInt(parts[1].split("\\D", 2)[0]) >= times;
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OOM | CONFIG SET maxmemory 1 | CONFIG SET maxmemory 0",
                "NOREPLICAS | CONFIG SET min-replicas-to-write 1 | CONFIG SET min-replicas-to-write 0",
                "READONLY | REPLICAOF 127.0.0.1 1 | REPLICAOF NO ONE",
                "MASTERDOWN | CONFIG SET replica-serve-stale-data no, REPLICAOF 127.0.0.1 1 | REPLICAOF NO ONE",
            })
    void countWhenTheServerWritesAgain(String error, String begin, String end) {
        Hold refund = limiter.hold(40, Duration.ZERO);
        Hold charge = limiter.hold(10, Duration.ZERO);
        run(begin);
        CompletionStage<Void> refunded = refund.settleAsync(1);
        CompletionStage<Void> charged = charge.settleAsync(30);
        awaitRefusals(error, 3);
        assertThat(outcomes).isEmpty();

        run(end);

        assertThat(refunded.toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
        assertThat(charged.toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
        assertThat(outcomes).containsExactlyInAnyOrder("REFUNDED 39", "CHARGED 20");
        Awaitility.await().ignoreExceptions().until(() -> limiter.availablePermits() == 69);
    }

    @Test
    void areSentNoMoreWhenTheLimitersAreClosed() {
        Hold hold = limiter.hold(40, Duration.ZERO);
        run("CONFIG SET min-replicas-to-write 1");
        hold.settle(1);
        awaitRefusals("NOREPLICAS", 2);

        limiters.close();

        Awaitility.await().until(() -> outcomes.equals(List.of("DROPPED 39")));
    }
}
