package io.github.ratelimited.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    private static final Logger log = LoggerFactory.getLogger(RedisConfiguration.class);

    @Bean
    @Conditional(NoRedisGiven.class)
    EmbeddedRedis embeddedRedis() {
        return EmbeddedRedis.start();
    }

    @Bean
    ApplicationRunner whichRedis(DataRedisConnectionDetails details) {
        return arguments -> {
            if (details instanceof EmbeddedRedis embedded) {
                log.info("Uses an embedded Redis: {}", embedded.server().describe());
            } else {
                log.info("Uses the Redis that spring.data.redis names: {}", place(details));
            }
        };
    }

    private static Object place(DataRedisConnectionDetails details) {
        if (details.getSentinel() != null) {
            return "sentinels " + details.getSentinel().getNodes();
        }
        if (details.getCluster() != null) {
            return "cluster " + details.getCluster().getNodes();
        }
        if (details.getMasterReplica() != null) {
            return "nodes " + details.getMasterReplica().getNodes();
        }
        DataRedisConnectionDetails.Standalone standalone = details.getStandalone();
        return standalone == null ? details : standalone.getHost() + ":" + standalone.getPort();
    }
}
