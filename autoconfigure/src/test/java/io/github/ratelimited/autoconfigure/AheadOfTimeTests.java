package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.CallRoot;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

class AheadOfTimeTests {

    public static class Api {

        @RateLimited(name = "own", rate = 1, interval = "1m", fallback = "later")
        public String own() {
            return "now";
        }

        String later(RateLimitExceededException refused) {
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

    private static RuntimeHints hints() {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(AheadOfTimeTests.class)), new InMemoryGeneratedFiles());
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class);
            context.registerBean("api", Api.class);
            context.registerBean("answers", Answers.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        return generation.getRuntimeHints();
    }

    @Test
    void keepsWhatOnlyReflectionCalls() throws Exception {
        RuntimeHints hints = hints();
        assertThat(RuntimeHintsPredicates.resource().forResource("io/github/ratelimited/redis/lua/sliding_window.lua"))
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
