package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.Redisson;

/** What answers of Redis come on must not wait for answers of Redis, which programs do that call from a callback. */
class BlockedEventLoopTests {

    private static final RateLimit LIMIT = RateLimit.of(3, Duration.ofHours(1));
    private static final RateLimit OTHER = RateLimit.of(7, Duration.ofHours(1));

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    enum Entrance {
        TRY_ACQUIRE((limiters, limiter) -> limiter.tryAcquire()),
        TRY_ACQUIRE_IN_TIME((limiters, limiter) -> limiter.tryAcquire(Duration.ofSeconds(1))),
        ACQUIRE((limiters, limiter) -> limiter.acquire()),
        DECIDE((limiters, limiter) -> limiter.decide(1, Duration.ZERO)),
        CALL((limiters, limiter) -> limiter.call(() -> "called")),
        DECIDE_ALL((limiters, limiter) -> limiters.decide(Map.of(limiter, 1L), Duration.ZERO)),
        DECIDE_EACH((limiters, limiter) -> limiters.decideEach(Map.of(limiter, 1L), Duration.ZERO)),
        AVAILABLE_PERMITS((limiters, limiter) -> limiter.availablePermits()),
        HOLD((limiters, limiter) -> limiter.hold(1, Duration.ZERO)),
        HOLD_ALL((limiters, limiter) -> limiters.hold(Map.of(limiter, 1L), Duration.ZERO)),
        CHARGE((limiters, limiter) -> limiter.charge(1)),
        RELEASE((limiters, limiter) -> limiter.release(1)),
        RESET((limiters, limiter) -> limiter.reset()),
        SET_RATE((limiters, limiter) -> limiter.setRate(OTHER)),
        TRY_SET_RATE((limiters, limiter) -> limiter.trySetRate(OTHER)),
        CLEAR_RATE((limiters, limiter) -> limiter.clearRate());

        private final BiConsumer<RateLimiters, RateLimiter> call;

        Entrance(BiConsumer<RateLimiters, RateLimiter> call) {
            this.call = call;
        }
    }

    private static <T> CompletableFuture<T> onEventLoop(Supplier<T> call) {
        return CompletableFuture.supplyAsync(
                call, ((Redisson) redis.client()).getServiceManager().getGroup().next());
    }

    private static void isRefused(CompletableFuture<?> call) {
        assertThat(call)
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContaining("would have to be waited for on thread 'redisson-netty")
                .withMessageContaining("which must not block. Use the form of the method that ends in Async");
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedAtEveryEntranceAndNothingIsAsked(Entrance entrance) {
        try (RateLimiters limiters =
                redis.limiters("loops-" + UUID.randomUUID()).limit("api", LIMIT).build()) {
            RateLimiter limiter = limiters.get("api");
            assertThat(limiter.tryAcquire(2)).isTrue();

            isRefused(onEventLoop(() -> {
                entrance.call.accept(limiters, limiter);
                return "done";
            }));

            assertThat(limiter.limit()).isEqualTo(LIMIT);
            assertThat(limiter.availablePermits()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HOLD_ALL")
    void isRefusedByRRateLimiterToo(Entrance entrance) {
        try (RateLimiters limiters = RRateLimiters.builder(redis.client())
                .timeout(Duration.ofSeconds(10))
                .limit("loops-" + UUID.randomUUID(), LIMIT)
                .build()) {
            RateLimiter limiter = limiters.get(limiters.names().iterator().next());
            assertThat(limiter.tryAcquire(2)).isTrue();

            isRefused(onEventLoop(() -> {
                entrance.call.accept(limiters, limiter);
                return "done";
            }));

            assertThat(limiter.availablePermits()).isEqualTo(1);
        }
    }

    @Test
    void whatThisProcessKnowsIsToldThere() {
        try (RateLimiters limiters = redis.limiters("loops-" + UUID.randomUUID())
                .limit("api", LIMIT)
                .limit("own", LIMIT.withType(RateType.PER_CLIENT))
                .build()) {
            // Known once the limits of all processes have been read.
            assertThat(limiters.get("api").limit()).isEqualTo(LIMIT);
            assertThat(onEventLoop(limiters.get("api")::limit)).succeedsWithin(20, TimeUnit.SECONDS);
            assertThat(onEventLoop(limiters.get("own")::tryAcquire))
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .isEqualTo(true);
        }
    }

    @Test
    void limitsOfTheProcessDecideThereButLetNobodyWait() {
        RateLimiters limiters = LocalRateLimiters.builder().limit("api", LIMIT).build();
        RateLimiter limiter = limiters.get("api");
        assertThat(onEventLoop(() -> limiter.tryAcquire(3)))
                .succeedsWithin(20, TimeUnit.SECONDS)
                .isEqualTo(true);
        limiter.setRate(RateLimit.of(3, Duration.ofSeconds(20)));
        isRefused(onEventLoop(() -> limiter.tryAcquire(Duration.ofSeconds(25))));
        limiters.close();
    }

    @Test
    void aListenerMayWait() {
        try (RateLimiters limiters =
                redis.limiters("loops-" + UUID.randomUUID()).limit("api", LIMIT).build()) {
            CompletableFuture<Boolean> taken = new CompletableFuture<>();
            var topic = redis.client().getTopic("loops-" + UUID.randomUUID());
            topic.addListener(String.class, (channel, message) -> {
                try {
                    taken.complete(limiters.get("api").tryAcquire());
                } catch (IllegalStateException | RateLimiterUnavailableException ex) {
                    taken.completeExceptionally(ex);
                }
            });
            topic.publish("take one");
            assertThat(taken).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(true);
        }
    }
}
