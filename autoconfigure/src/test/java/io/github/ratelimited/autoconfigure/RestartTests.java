package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application that is started again in one JVM, with its own classes loaded anew, as DevTools does. */
@ExtendWith(RedisExtension.class)
class RestartTests {

    private final Redis redis;

    RestartTests(Redis redis) {
        this.redis = redis;
    }

    private static final class Restart extends URLClassLoader {

        private Restart() {
            super(new URL[] {
                RestartedApi.class.getProtectionDomain().getCodeSource().getLocation()
            });
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean own = name.startsWith(RestartedApi.class.getName());
            Class<?> known = own ? findLoadedClass(name) : null;
            return known != null ? known : own ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    @Test
    void noThreadOutlivesAnApplicationThatHasEnded() throws Exception {
        long before = threads();
        for (int i = 0; i < 3; i++) {
            run();
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> threads() <= before);
    }

    private void run() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (Restart loader = new Restart()) {
            thread.setContextClassLoader(loader);
            Class<?> api = loader.loadClass(RestartedApi.class.getName());
            assertThat(api).isNotEqualTo(RestartedApi.class);
            new ApplicationContextRunner()
                    .withClassLoader(loader)
                    .withConfiguration(
                            AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                    .withBean(api)
                    .withPropertyValues(
                            "spring.data.redis.url=" + redis.url(),
                            "ratelimited.prefix=restart-" + UUID.randomUUID(),
                            "ratelimited.redis.timeout=20s")
                    .run(context -> call(context.getBean(api), loader));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void call(Object api, Restart loader) throws Exception {
        Class<?> type = loader.loadClass(RestartedApi.User.class.getName());
        Object user = type.getConstructors()[0].newInstance("alice");
        var method = api.getClass().getMethod("call", type);
        assertThat(method.invoke(api, user)).isEqualTo("called by User[name=alice]");
        try {
            assertThat(method.invoke(api, user)).as("a second call").isNull();
        } catch (InvocationTargetException ex) {
            assertThat(ex.getCause()).isInstanceOf(RateLimitExceededException.class);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("ratelimited")
                        || thread.getName().startsWith("redisson"))
                .count();
    }
}
