package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that a server refuses for a moment, as in a failover, and then accepts. */
class RefusedCallsTests {

    private static final RateLimit HUNDRED = RateLimit.of(100, Duration.ofHours(1));

    enum Call {
        CHARGE(each -> each.charge(30), each -> each.availablePermits() == 60),
        RELEASE(each -> each.release(5), each -> each.availablePermits() == 95),
        RESET(RateLimiter::reset, each -> each.availablePermits() == 100),
        BLOCK(
                each -> each.block(Duration.ofMinutes(1)),
                each -> !each.blockedFor().isZero()),
        SET_RATE(each -> each.setRate(RateLimit.of(50, Duration.ofHours(1))), each -> each.availablePermits() == 40);

        private final Consumer<RateLimiter> call;
        private final Predicate<RateLimiter> done;

        Call(Consumer<RateLimiter> call, Predicate<RateLimiter> done) {
            this.call = call;
            this.done = done;
        }
    }

    private final RedisServer server = RedisServer.start();
    private final RealRedis redis = RealRedis.open(server.redis());
    private final RateLimiters limiters = RedisRateLimiters.builder(redis.client())
            .timeout(Duration.ofSeconds(4))
            .onFailure(FailurePolicy.CLOSED)
            .build();
    private final RateLimiter limiter = limiters.declare("tokens", HUNDRED).forKey("k");

    @AfterEach
    void close() {
        limiters.close();
        redis.close();
        server.close();
    }

    private CompletableFuture<Void> refused(Call call, int refusals) {
        limiter.tryAcquire(10);
        server.redis().command("CONFIG", "SET", "min-replicas-to-write", "1");
        CompletableFuture<Void> called = CompletableFuture.runAsync(() -> call.call.accept(limiter));
        Awaitility.await()
                .until(() -> server.redis().command("INFO", "errorstats").toString(), text -> {
                    String[] parts = text.split("errorstat_NOREPLICAS:count=", 2);
                    return parts.length == 2 && Integer.parseInt(parts[1].split("\\D", 2)[0]) >= refusals;
                });
        return called;
    }

    @ParameterizedTest
    @EnumSource
    void areSentOnceMore(Call call) {
        CompletableFuture<Void> called = refused(call, 1);

        server.redis().command("CONFIG", "SET", "min-replicas-to-write", "0");

        assertThat(called).succeedsWithin(20, TimeUnit.SECONDS);
        Awaitility.await().until(() -> call.done.test(limiter));
    }

    /** A charge goes by the failure policy, which never fails it. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CHARGE")
    void failAndSayWhyAfterTheSecond(Call call) {
        assertThat(refused(call, 2))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(RateLimiterUnavailableException.class)
                .withMessageContaining("NOREPLICAS")
                .withMessageNotContaining("script");
    }
}
