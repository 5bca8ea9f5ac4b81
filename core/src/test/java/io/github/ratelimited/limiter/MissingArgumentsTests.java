package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.reactive.ReactorRateLimiter;
import io.github.ratelimited.reactive.RxRateLimiter;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.api.RedissonClient;
import reactor.core.publisher.Mono;

/** Each method refuses a missing argument, by its name and before anything is asked: there is no Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // As programs without a check of nulls do.
class MissingArgumentsTests {

    private static final RateLimit FIVE = RateLimit.of(5, Duration.ofHours(1));

    private final RedissonConnection connection = RedissonConnection.connect(() -> {
        throw new IllegalStateException("no Redis");
    });

    @AutoClose
    private final RateLimiters local =
            LocalRateLimiters.builder().limit("api", FIVE).build();

    @AutoClose
    private final RateLimiters redis = RedisRateLimiters.builder(connection)
            .onFailure(FailurePolicy.CLOSED)
            .limit("api", FIVE)
            .build();

    @AutoClose
    private final RateLimiters redissons =
            RRateLimiters.builder(connection).limit("api", FIVE).build();

    record Missing(Object about, Method method, int parameter) {

        /** Of a type that users call. A plan may be missing, and what is compared. */
        static Stream<Missing> of(Class<?> type, Object about) {
            return Arrays.stream(type.getMethods())
                    .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
                    .filter(method -> method.getDeclaringClass() != Object.class)
                    .filter(method -> !List.of("withPlan", "equals").contains(method.getName()))
                    .flatMap(method -> IntStream.range(0, method.getParameterCount())
                            .filter(parameter -> !method.getParameterTypes()[parameter].isPrimitive())
                            .mapToObj(parameter -> new Missing(about, method, parameter)));
        }

        Throwable refusal() throws IllegalAccessException {
            try {
                method.setAccessible(true);
                return failure(method.invoke(about, arguments()));
            } catch (InvocationTargetException ex) {
                assertThat(method.getReturnType())
                        .as("stages fail, and nothing is thrown")
                        .isNotIn(CompletionStage.class, Mono.class, Single.class, Completable.class);
                return ex.getCause();
            }
        }

        private static @Nullable Throwable failure(@Nullable Object result) {
            CompletionStage<?> stage = result instanceof CompletionStage<?> known
                    ? known
                    : result instanceof Mono<?> mono
                            ? mono.toFuture()
                            : result instanceof Single<?> single
                                    ? single.toCompletionStage()
                                    : result instanceof Completable completable
                                            ? completable.toCompletionStage(null)
                                            : null;
            assertThat(stage).as("nothing is refused").isNotNull();
            return stage.handle((value, failure) -> failure)
                    .thenApply(failure -> failure != null && failure.getCause() != null ? failure.getCause() : failure)
                    .toCompletableFuture()
                    .join();
        }

        private @Nullable Object[] arguments() {
            return IntStream.range(0, method.getParameterCount())
                    .mapToObj(i -> i == parameter ? null : argument(method.getParameterTypes()[i]))
                    .toArray();
        }

        private Object argument(Class<?> type) {
            return Map.of(
                            long.class,
                            1L,
                            String.class,
                            "api",
                            Duration.class,
                            Duration.ofMillis(50),
                            RateLimit.class,
                            FIVE,
                            Map.class,
                            about instanceof RateLimiters all ? Map.of(all.get("api"), 1L) : Map.of())
                    .get(type);
        }

        @Override
        public String toString() {
            return about.getClass().getSimpleName() + " " + method.getName() + method.getParameterCount() + " "
                    + parameter;
        }
    }

    Stream<Missing> missing() {
        return Stream.of(local, redis, redissons)
                .flatMap(limiters -> Stream.of(
                                limiters.get("api"), limiters.get("api").forKey("alice"))
                        .flatMap(limiter -> Stream.of(
                                        Missing.of(RateLimiter.class, limiter),
                                        Missing.of(ReactorRateLimiter.class, ReactorRateLimiter.of(limiter)),
                                        Missing.of(RxRateLimiter.class, RxRateLimiter.of(limiter)))
                                .flatMap(each -> each)))
                .toList()
                .stream();
    }

    Stream<Missing> missingOfAll() {
        return Stream.of(local, redis, redissons).flatMap(limiters -> Missing.of(RateLimiters.class, limiters));
    }

    @ParameterizedTest
    @MethodSource({"missing", "missingOfAll"})
    void isRefused(Missing missing) throws IllegalAccessException {
        Throwable refusal = missing.refusal();
        if (refusal instanceof UnsupportedOperationException) {
            assertThat(refusal).message().containsAnyOf("RRateLimiter", "keep one limit for a key");
            return;
        }
        assertThat(refusal)
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .matches(".* must be given, but is null|.*key must not be null.*");
        assertThat(local.get("api").availablePermits()).isEqualTo(5);
    }

    @Test
    void withinMapIsRefused() {
        for (RateLimiters limiters : List.of(local, redis, redissons)) {
            RateLimiter limiter = limiters.get("api");
            Map<RateLimiter, Long> noPermits = new HashMap<>();
            noPermits.put(limiter, null);
            Map<RateLimiter, Long> noLimiter = new HashMap<>();
            noLimiter.put(null, 1L);
            Map<Map<RateLimiter, Long>, String> messages = Map.of(
                    noPermits, "permits of 'api' must be given, but is null",
                    noLimiter, "limiter must be given, but is null");
            messages.forEach((permits, message) -> {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> limiters.decide(permits, Duration.ZERO))
                        .withMessage(message);
                assertThat(limiters.decideAsync(permits, Duration.ZERO))
                        .failsWithin(Duration.ZERO)
                        .withThrowableThat()
                        .withCauseInstanceOf(IllegalArgumentException.class)
                        .withMessageContaining(message);
            });
        }
    }

    @Test
    void isRefusedWhereLimitersAndViewsAreMade() {
        for (Runnable call : List.<Runnable>of(
                () -> RedisRateLimiters.builder((RedissonClient) null),
                () -> RedisRateLimiters.builder((RedissonConnection) null),
                () -> RRateLimiters.builder((RedissonClient) null),
                () -> RRateLimiters.builder((RedissonConnection) null),
                () -> ReactorRateLimiter.of(null),
                () -> RxRateLimiter.of(null))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call::run)
                    .withMessageMatching("(client|connection|limiter) must be given, but is null");
        }
    }
}
