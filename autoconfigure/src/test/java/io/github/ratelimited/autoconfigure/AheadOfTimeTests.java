package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.autoconfigure.redis.RedisSettings;
import io.github.ratelimited.interceptor.expression.CallRoot;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

@ExtendWith(RedisExtension.class)
class AheadOfTimeTests {

    public static class Api {

        @RateLimited(name = "own", rate = 1, interval = "1m", fallback = "later")
        public String own() {
            return "now";
        }

        String later(RateLimitExceededException rejected) {
            return "later";
        }

        @RateLimited(name = "other", rate = 1, interval = "1m", fallback = "@answers.answer")
        public String other() {
            return "now";
        }
    }

    public static class Answers {

        public String answer() {
            return "answer";
        }
    }

    /** Made before limiters, and so ended after them if the container ended them. */
    public static class Last implements DisposableBean {

        private static final List<Boolean> granted = new CopyOnWriteArrayList<>();

        private final ObjectProvider<RateLimiters> limiters;

        public Last(ObjectProvider<RateLimiters> limiters) {
            this.limiters = limiters;
        }

        @Override
        public void destroy() {
            granted.add(limiters.getObject().get("own").forKey("last").tryAcquire());
        }
    }

    private final TestGenerationContext generation = new TestGenerationContext(AheadOfTimeTests.class);

    private ClassName process(String... settings) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            TestPropertyValues.of(settings).applyTo(context);
            context.register(RateLimitedAutoConfiguration.class);
            context.registerBean("api", Api.class);
            context.registerBean("answers", Answers.class);
            context.registerBean("last", Last.class);
            ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            generation.writeGeneratedContent();
            return initializer;
        }
    }

    @Test
    @CompileWithForkedClassLoader
    @SuppressWarnings({"rawtypes", "unchecked"})
    void startsFromTheProcessedContext(Redis redis) {
        ClassName initializer = process();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                TestPropertyValues.of(
                                "spring.data.redis.url=" + redis.url(),
                                "ratelimited.prefix=aot-" + UUID.randomUUID(),
                                "ratelimited.redis.timeout=10s",
                                "ratelimited.failure.policy=closed")
                        .applyTo(context);
                compiled.getInstance(ApplicationContextInitializer.class, initializer.canonicalName())
                        .initialize(context);
                context.refresh();
                RateLimiter own = context.getBean(RateLimiters.class).get("own");
                Awaitility.await().ignoreExceptions().until(() -> own.availablePermits() == 1);
                Api api = context.getBean(Api.class);
                assertThat(List.of(api.own(), api.own(), api.other(), api.other()))
                        .containsExactly("now", "later", "now", "answer");
                Last.granted.clear();
            }
            assertThat(Last.granted).containsExactly(true);
        });
    }

    @Test
    void leavesSettingsToTheStart() {
        assertThatNoException().isThrownBy(() -> process("ratelimited.limiters.own.rate=${OWN_RATE}"));
    }

    @Test
    void keepsWhatOnlyReflectionCalls() throws Exception {
        process();
        RuntimeHints hints = generation.getRuntimeHints();
        assertThat(RuntimeHintsPredicates.resource()
                        .forResource("io/github/ratelimited/redis/script/lua/sliding_window.lua"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(RedisSettings.Sentinel.class.getDeclaredConstructors()[0]))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(DataRedisConnectionDetails.class))
                .as("by its name the client finds out whether Spring Boot says where Redis is")
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(CallRoot.class, "args"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(Api.class.getDeclaredMethod("later", RateLimitExceededException.class)))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Answers.class.getDeclaredMethod("answer")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Api.class.getDeclaredMethod("own")))
                .accepts(hints);
    }
}
