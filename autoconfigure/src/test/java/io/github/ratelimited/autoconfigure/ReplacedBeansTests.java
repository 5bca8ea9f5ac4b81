package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import io.github.ratelimited.redis.RedisRateLimiters;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the application beside ours. */
@ExtendWith(RedisExtension.class)
class ReplacedBeansTests {

    private final ApplicationContextRunner runner;

    ReplacedBeansTests(Redis redis) {
        this.runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withBean(Redis.class, () -> redis)
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.prefix=" + UUID.randomUUID(),
                        "ratelimited.redis.timeout=20s");
    }

    @Test
    void limitersAreNotInTheWayOfABeanOfTheirName() {
        runner.withBean("rateLimiters", String.class, () -> "mine")
                .run(context -> assertThat(context).hasSingleBean(RateLimiters.class));
    }

    /** All of them, so that a name of a new bean is none that an application has, too. */
    @Test
    void ourBeansCarryOurName() {
        runner.run(context -> assertThat(context.getBeanDefinitionNames())
                .filteredOn(name -> context.getType(name).getName().startsWith("io.github.ratelimited."))
                .filteredOn(name -> !name.contains("."))
                .filteredOn(name -> !name.equals("redis"))
                .hasSizeGreaterThan(5)
                .allMatch(name -> name.startsWith("rateLimited")));
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {

        @Bean
        RateLimitersCustomizer<RedisRateLimiters.Builder> limits() {
            return builder -> builder.limit("login", RateLimit.of(3, Duration.ofHours(1)));
        }
    }

    @Test
    void customizersChangeTheBuilder() {
        runner.withUserConfiguration(Customized.class)
                .run(context -> assertThat(context.getBean(RateLimiters.class)
                                .get("login")
                                .limit()
                                .rate())
                        .isEqualTo(3));
    }

    static class Letters {

        @RateLimited(name = "letters", rate = 9, interval = "1h")
        public void send() {}
    }

    static class Desk {

        private final Letters letters;

        Desk(Letters letters) {
            this.letters = letters;
        }

        @PreDestroy
        void close() {
            letters.send();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Office {

        @Bean
        Letters letters() {
            return new Letters();
        }

        @Bean
        Desk desk(Letters letters) {
            return new Desk(letters);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Client {

        @Bean(destroyMethod = "shutdown")
        RedissonClient client(Redis redis) {
            Config config = new Config();
            config.useSingleServer().setAddress(redis.url());
            return Redisson.create(config);
        }
    }

    @Test
    void limitersOutliveTheLastLimitedBean() {
        outlivesLimitedBeans(runner);
    }

    @Test
    void clientsOutliveTheLimiters() {
        outlivesLimitedBeans(runner.withUserConfiguration(Client.class));
    }

    private static void outlivesLimitedBeans(ApplicationContextRunner runner) {
        List<Decision.Basis> bases = new ArrayList<>();
        DecisionListener listener = decision -> bases.add(decision.basis());
        runner.withUserConfiguration(Office.class)
                .withBean(DecisionListener.class, () -> listener)
                .run(context -> context.getBean(Letters.class).send());
        assertThat(bases).containsExactly(Decision.Basis.STORE, Decision.Basis.STORE);
    }
}
