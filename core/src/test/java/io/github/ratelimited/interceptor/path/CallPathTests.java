package io.github.ratelimited.interceptor.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many of our classes a granted call with a key visits, from the aspect to Redis and back: all of them, with those that are
 * only constructed and with observers, and among them those that are neither data nor an interface. The bounds only go down.
 */
@Tag("once")
class CallPathTests {

    private static final int MOST = 68;
    private static final int MOST_WITH_BEHAVIOUR = 35;

    @Test
    void visitsFewClasses() throws Exception {
        Redis redis = Redis.shared();
        Set<String> visited = CallTrace.of(WarmCall.class, redis.host(), String.valueOf(redis.port()));

        assertThat(visited).contains("interceptor.RateLimitInterceptor", "redis.RedisStore");
        Set<String> withBehaviour = new TreeSet<>(visited);
        withBehaviour.removeIf(CallPathTests::isData);
        assertThat(withBehaviour).hasSizeLessThanOrEqualTo(MOST_WITH_BEHAVIOUR);
        assertThat(visited).hasSizeLessThanOrEqualTo(MOST);
    }

    private static boolean isData(String name) {
        try {
            Class<?> type = Class.forName("io.github.ratelimited." + name);
            return type.isRecord() || type.isEnum() || type.isInterface();
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
