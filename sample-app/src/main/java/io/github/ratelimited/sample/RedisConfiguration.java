package io.github.ratelimited.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    private static final Logger log = LoggerFactory.getLogger(RedisConfiguration.class);

    @Bean
    @Conditional(NoRedisGiven.class)
    static EmbeddedRedis embeddedRedis() {
        return EmbeddedRedis.start();
    }

    @Bean
    ApplicationRunner whereItIs(ObjectProvider<EmbeddedRedis> embedded, Environment environment) {
        return arguments -> {
            EmbeddedRedis redis = embedded.getIfAvailable();
            if (redis != null) {
                log.info("Uses an embedded Redis: {}", redis.server().describe());
            } else {
                log.info("Uses the Redis that spring.data.redis names");
            }
            log.info("Open http://localhost:{}", environment.getProperty("local.server.port"));
        };
    }
}
