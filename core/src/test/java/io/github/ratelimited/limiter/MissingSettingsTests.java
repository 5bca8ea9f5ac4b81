package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each setter of each builder refuses a missing value where it is given. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingSettingsTests {

    private static final Map<Class<?>, Object> GIVEN = Map.of(
            String.class, "name",
            Duration.class, Duration.ofMillis(50),
            RateLimit.class, RateLimit.of(1, Duration.ofSeconds(1)),
            Map.class, Map.of());

    @AutoClose
    private final RedissonConnection connection = RedissonConnection.connect(() -> {
        throw new IllegalStateException("no Redis");
    });

    record Missing(LimitersBuilder<?> builder, Method setter, int parameter) {

        static Stream<Missing> of(LimitersBuilder<?> builder) {
            return Arrays.stream(builder.getClass().getMethods())
                    .filter(method -> LimitersBuilder.class.isAssignableFrom(method.getReturnType()))
                    .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
                    .flatMap(method -> IntStream.range(0, method.getParameterCount())
                            .filter(parameter -> !method.getParameterTypes()[parameter].isPrimitive())
                            .mapToObj(parameter -> new Missing(builder, method, parameter)));
        }

        @Nullable
        Object[] arguments() {
            return IntStream.range(0, setter.getParameterCount())
                    .mapToObj(i -> i == parameter ? null : given(setter.getParameterTypes()[i]))
                    .toArray();
        }

        private static Object given(Class<?> type) {
            return GIVEN.containsKey(type)
                    ? GIVEN.get(type)
                    : Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, of) -> null);
        }

        @Override
        public String toString() {
            return setter.getDeclaringClass().getName() + " " + setter.getName() + " " + parameter;
        }
    }

    Stream<Missing> missing() {
        return Stream.of(
                        LocalRateLimiters.builder(),
                        RedisRateLimiters.builder(connection),
                        RRateLimiters.builder(connection))
                .flatMap(Missing::of);
    }

    @ParameterizedTest
    @MethodSource("missing")
    void refusesWhatIsMissing(Missing missing) {
        assertThatThrownBy(() -> missing.setter().invoke(missing.builder(), missing.arguments()))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(" must be given, but is null");
    }
}
