package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.RateLimitAdvisor;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class AspectTests {

    private final ApplicationContextRunner runner;

    AspectTests(Redis redis) {
        runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.prefix=aspect-" + UUID.randomUUID(),
                        "ratelimited.redis.timeout=20s");
    }

    @Test
    void rejectsCallsOverTheLimitOfTheAnnotation(CapturedOutput output) {
        runner.run(context -> {
            Letters letters = context.getBean(Letters.class);

            assertThat(letters.send("alice")).isEqualTo("sent to alice");
            assertThatThrownBy(() -> letters.send("alice")).isInstanceOf(RateLimitExceededException.class);
            assertThat(letters.send("bob")).isEqualTo("sent to bob");
            assertThat(context.getBean(Heard.class).decisions)
                    .extracting(Decision::allowed)
                    .containsExactly(true, false, true);
            assertThat(context.getBean(RateLimiters.class).names()).containsExactly("letters");
            assertThat(output).doesNotContain("not eligible for getting processed by all BeanPostProcessors");
        });
    }

    @Test
    void letsTheConfigurationWinOverTheAnnotation() {
        runner.withPropertyValues("ratelimited.limiters.letters.rate=2").run(context -> {
            Letters letters = context.getBean(Letters.class);

            letters.send("alice");
            letters.send("alice");
            assertThatThrownBy(() -> letters.send("alice")).isInstanceOf(RateLimitExceededException.class);
        });
    }

    @Test
    void onlyWatchesInShadow() {
        runner.withPropertyValues("ratelimited.limiters.letters.mode=shadow").run(context -> {
            Letters letters = context.getBean(Letters.class);

            letters.send("alice");
            assertThat(letters.send("alice")).isEqualTo("sent to alice");
            assertThat(context.getBean(Heard.class).decisions)
                    .extracting(Decision::basis)
                    .containsExactly(Decision.Basis.STORE, Decision.Basis.SHADOW);
        });
    }

    @Test
    void doesNothingWhenALimiterIsOff() {
        runner.withPropertyValues("ratelimited.defaults.mode=off").run(context -> {
            Letters letters = context.getBean(Letters.class);

            letters.send("alice");
            assertThat(letters.send("alice")).isEqualTo("sent to alice");
            assertThat(context.getBean(Heard.class).decisions).isEmpty();
        });
    }

    @Test
    void takesItsPlaceAmongAdvisorsFromTheConfiguration() {
        runner.run(context ->
                assertThat(context.getBean(RateLimitAdvisor.class).getOrder()).isZero());
        runner.withPropertyValues("ratelimited.order=7")
                .run(context -> assertThat(
                                context.getBean(RateLimitAdvisor.class).getOrder())
                        .isEqualTo(7));
    }

    @Test
    void leavesMethodsAloneWhenSwitchedOff() {
        runner.withPropertyValues("ratelimited.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(RateLimitAdvisor.class);
            Letters letters = context.getBean(Letters.class);
            assertThat(AopUtils.isAopProxy(letters)).isFalse();
            letters.send("alice");
            assertThat(letters.send("alice")).isEqualTo("sent to alice");
        });
    }

    @Test
    void failsTheStartOnMistakes() {
        runner.withUserConfiguration(Mistaken.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOfSatisfying(
                                RateLimitConfigurationException.class,
                                failure -> assertThat(failure.getFindings()).hasSize(2)));
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Letters letters() {
            return new Letters();
        }

        @Bean
        Heard heard() {
            return new Heard();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Mistaken {

        @Bean
        Mistakes mistakes() {
            return new Mistakes();
        }
    }

    static class Letters {

        @RateLimited(name = "letters", rate = 1, interval = "1m", key = "#to")
        public String send(String to) {
            return "sent to " + to;
        }
    }

    static class Mistakes {

        @RateLimited(name = "one", rate = 1)
        public void withoutInterval() {}

        @RateLimited(name = "two", rate = 1, interval = "soon")
        public void withAWrongInterval() {}
    }

    static final class Heard implements DecisionListener {

        private final List<Decision> decisions = new ArrayList<>();

        @Override
        public void onDecision(Decision decision) {
            decisions.add(decision);
        }
    }
}
