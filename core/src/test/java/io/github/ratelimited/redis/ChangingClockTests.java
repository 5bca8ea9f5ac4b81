package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows of a calendar that never fit, because the clock is a year later each time that somebody looks. */
class ChangingClockTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Demand DEMAND =
            new Demand("api", "alice", RateLimit.perCalendar(10, CalendarUnit.MONTH, ZoneOffset.UTC), 1);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final AtomicLong looks = new AtomicLong();
    private final InstantSource clock =
            () -> Instant.parse("2026-01-01T00:00:00Z").plus(366 * looks.getAndIncrement(), ChronoUnit.DAYS);
    private final RedisOperations operations =
            redis.scripts(UUID.randomUUID().toString(), TIMEOUT, clock).operations();

    static Stream<Function<RedisOperations, CompletionStage<?>>> questions() {
        return Stream.of(
                store -> store.usage(DEMAND),
                store -> store.charge(DEMAND),
                store -> store.release(DEMAND),
                store -> store.reset(DEMAND),
                store -> store.block(DEMAND, TIMEOUT));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void failsWhatIsNotDone(Function<RedisOperations, CompletionStage<?>> question) {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(question.apply(operations).toCompletableFuture()::join)
                .withCauseInstanceOf(RateLimiterUnavailableException.class)
                .withMessageContaining("The clock of Redis has changed");
    }

    @Test
    void doesNotKnowWhatIsSettled() {
        assertThat(operations
                        .settle(List.of(Settlement.charge(DEMAND)))
                        .toCompletableFuture()
                        .join())
                .containsExactly(Double.NaN);
    }
}
