package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.redis.connection.RedissonConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says what to do where nothing tells which Redis to use. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingRedisFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    MissingRedisFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        if (cause.getBeanType() != RedissonConnection.class) {
            return null;
        }
        return new FailureAnalysis(
                "Rate limits need a Redis, but the application has neither a RedissonClient bean nor Spring Boot's"
                        + " connection details of Redis (DataRedisConnectionDetails).",
                """
                Do one of these:

                    - add org.springframework.boot:spring-boot-data-redis, which ratelimited-spring-boot-starter\
                 brings, leave its DataRedisAutoConfiguration on, and set spring.data.redis.url
                    - define a RedissonClient bean
                    - define a RateLimiters bean
                    - set ratelimited.store=local, which counts in each instance by itself
                    - set ratelimited.enabled=false, which lets every call through""",
                cause);
    }
}
