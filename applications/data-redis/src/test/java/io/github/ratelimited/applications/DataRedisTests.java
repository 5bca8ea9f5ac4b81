package io.github.ratelimited.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.core.StringRedisTemplate;

@ExtendWith(RedisExtension.class)
class DataRedisTests {

    @Test
    void bothUseTheSameRedis(Redis redis) {
        String prefix = UUID.randomUUID().toString();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.data.redis.url=" + redis.url(),
                        "--ratelimited.prefix=" + prefix,
                        "--ratelimited.redis.timeout=20s")) {
            Letters letters = context.getBean(Letters.class);

            letters.send();

            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(letters::send);
            assertThat(context.getBean(StringRedisTemplate.class).hasKey(prefix + ":letters:{%}:sw2"))
                    .isTrue();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Letters letters() {
            return new Letters();
        }
    }

    static class Letters {

        @RateLimited(name = "letters", rate = 1, interval = "1h")
        public void send() {}
    }
}
