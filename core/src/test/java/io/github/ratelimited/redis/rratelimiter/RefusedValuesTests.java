package io.github.ratelimited.redis.rratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that cannot work, put to limiters whose Redis never answers: what is refused here did no I/O. */
class RefusedValuesTests {

    private static final RateLimit TEN = RateLimit.of(10, Duration.ofSeconds(1));

    private final RedissonConnection nowhere = RedissonConnection.connect(() -> {
        throw new IllegalStateException("no Redis here");
    });

    @AutoClose
    private final RateLimiters limiters =
            RedisRateLimiters.builder(nowhere).onFailure(FailurePolicy.CLOSED).build();

    private final RateLimiter limiter = limiters.declare("api", TEN);

    @Test
    @DisplayName("2.18 what is well-formed fails at once while there is no Redis")
    void failsWithoutRedis() {
        List<Consumer<RateLimiter>> calls = List.of(
                RateLimiter::tryAcquire,
                RateLimiter::acquire,
                RateLimiter::availablePermits,
                RateLimiter::reset,
                RateLimiter::clearRate,
                one -> one.release(1),
                one -> one.setRate(TEN),
                one -> limiters.get("unknown").tryAcquire());
        for (Consumer<RateLimiter> call : calls) {
            long start = System.nanoTime();
            assertThatExceptionOfType(RateLimiterUnavailableException.class).isThrownBy(() -> call.accept(limiter));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest(name = "2.14 permits {0} are refused before any I/O")
    @ValueSource(longs = {-1, 11, Long.MIN_VALUE, Long.MAX_VALUE})
    void refusesPermits(long permits) {
        List<Consumer<RateLimiter>> calls = List.of(
                one -> one.tryAcquire(permits),
                one -> one.tryAcquire(permits, Duration.ofSeconds(1)),
                one -> one.acquire(permits),
                one -> one.decide(permits, Duration.ZERO),
                one -> limiters.decide(Map.of(one, permits), Duration.ZERO));
        for (Consumer<RateLimiter> call : calls) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> call.accept(limiter))
                    .withMessageContaining("permits")
                    .withMessageContaining(String.valueOf(permits));
        }
        for (var stage : List.of(
                limiter.decideAsync(permits, Duration.ZERO),
                limiter.tryAcquireAsync(permits, Duration.ZERO),
                limiter.acquireAsync(permits),
                limiters.decideAsync(Map.of(limiter, permits), Duration.ZERO))) {
            assertThat(stage.toCompletableFuture())
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("2.14 releasing a negative number, several limiters at once, no limiter at all: before any I/O")
    void refusesCalls() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.release(-1))
                .withMessageContaining("-1");
        assertThat(limiter.releaseAsync(-1).toCompletableFuture()).isCompletedExceptionally();
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(1))) {
            assertThatIllegalArgumentException().isThrownBy(() -> limiters.decide(Map.of(), timeout));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> limiters.get("a:b"));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.forKey(new Object()));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.forKey(null));
    }

    @Test
    @DisplayName("2.14 settings of builders that cannot work are refused where they are given")
    void refusesSettings() {
        var shared = RedisRateLimiters.builder(nowhere);
        var redissons = RRateLimiters.builder(nowhere);
        var local = LocalRateLimiters.builder();
        Duration century = Duration.ofDays(40_000);
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofHours(25), century)) {
            assertRefused("timeout", timeout, () -> shared.timeout(timeout));
        }
        for (Duration span : List.of(Duration.ofMillis(-1), century, ChronoUnit.FOREVER.getDuration())) {
            assertRefused("reservationHorizon", span, () -> shared.reservationHorizon(span));
            assertRefused("denialCache", span, () -> shared.denialCache(span));
            assertRefused("keepAlive", span, () -> redissons.keepAlive(span));
        }
        assertRefused("maxLocalKeys", 0, () -> shared.maxLocalKeys(0));
        assertRefused("maxKeys", -5, () -> local.maxKeys(-5));
        assertRefused("localShare", 1.5, () -> shared.localShare(1.5));
        assertRefused("prefix", "'a{b'", () -> shared.prefix("a{b"));
        assertRefused("lease", Duration.ofSeconds(2), () -> shared.lease("hot", Duration.ofSeconds(2)));
    }

    private static void assertRefused(String name, Object value, ThrowingCallable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .withMessageStartingWith(name + " must be ")
                .withMessageEndingWith("but is " + value);
    }

    @ParameterizedTest(name = "2.14 {0} permits per {1} with burst {2} are refused with the value")
    @CsvSource({
        "0, PT1S, 1, 'rate must be at least 1, but is 0'",
        "-5, PT1S, 1, 'rate must be at least 1, but is -5'",
        "1, PT0S, 1, 'interval must be positive, but is PT0S'",
        "1, PT-1S, 1, 'interval must be positive, but is PT-1S'",
        "1, PT0.0000001S, 1, 'interval must be whole microseconds, but is PT0.0000001S'",
        "1, PT1S, 0, 'burst must be at least 1, but is 0'",
        "1, PT1S, -1, 'burst must be at least 1, but is -1'",
        "1000001, PT1S, 1, 'rate must be at most 1 permit per microsecond, but is 1000001 per PT1S'",
        "1, P36526D, 1, 'but rate is 1, burst 1 and interval PT876624H'",
        "1, P1000000000D, 1, 'but rate is 1, burst 1 and interval PT24000000000H'",
        "1, PT1H, 9223372036854775807, 'but rate is 1, burst 9223372036854775807 and interval PT1H'",
        "9223372036854775807, PT1S, 1, 'rate must be at most 1 permit per microsecond, but is 9223372036854775807'"
    })
    void refusesLimits(long rate, Duration interval, long burst, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimit(rate, interval, Algorithm.TOKEN_BUCKET, burst, RateType.OVERALL))
                .withMessageContaining(words);
    }

    @Test
    @DisplayName("2.14 what only some algorithms know is refused with the algorithm and what to take instead")
    void refusesLimitsOfOtherAlgorithms() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TEN.withBurst(20))
                .withMessage("burst 20 differs from rate 10, which only TOKEN_BUCKET knows, not SLIDING_WINDOW");
    }

    @Test
    @DisplayName("1.9 PER_CLIENT is decided without Redis, whose failure policy is not asked")
    void decidesWithoutRedis() {
        RateLimiter own = limiters.declare("own", TEN.withType(RateType.PER_CLIENT));
        List<Decision> decisions =
                Stream.generate(() -> own.decide(1, Duration.ZERO)).limit(20).toList();
        assertThat(decisions).filteredOn(Decision::allowed).hasSize(10);
        assertThat(decisions).extracting(Decision::basis).containsOnly(Basis.STORE);
    }

    @Test
    @DisplayName("2.14 timeouts that overflow count as forever, or as none when they are negative")
    void takesAnyTimeout() {
        for (Duration timeout : List.of(
                ChronoUnit.FOREVER.getDuration(),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofDays(300 * 365))) {
            assertThatExceptionOfType(RateLimiterUnavailableException.class)
                    .isThrownBy(() -> limiter.tryAcquire(timeout));
        }
    }

    @Test
    @DisplayName("more limiters than one request may have are refused before any I/O")
    void refusesTooManyLimiters() {
        Map<RateLimiter, Long> many = IntStream.range(0, 65)
                .boxed()
                .collect(Collectors.toMap(i -> limiters.declare("api" + i, TEN), i -> 1L));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.decide(many, Duration.ZERO))
                .withMessage("A request can have at most 64 limiters, but has 65");
    }

    @Test
    @DisplayName("the text of a key takes at most 200 bytes, in memory and in messages too")
    void shortensLongKeys() {
        assertThat(limiter.forKey("x".repeat(200)).key()).hasSize(200);
        assertThat(limiter.forKey("x".repeat(1_000_000)).key())
                .startsWith("%sha256:")
                .hasSize(72);
        assertThat(limiter.forKey("\u00e4".repeat(101)).key()).startsWith("%sha256:");
    }
}
