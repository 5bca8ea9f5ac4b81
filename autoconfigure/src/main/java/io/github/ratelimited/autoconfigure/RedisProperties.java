package io.github.ratelimited.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the connection to Redis.
 *
 * @param url URL of a server for limits alone, used instead of the application's client and spring.data.redis.
 * @param sslBundle Name of the SSL bundle with the certificates for that URL, which begins with rediss://.
 * @param client Name of the RedissonClient bean that limits use if the application has several.
 * @param timeout Longest wait for an answer of Redis.
 */
public record RedisProperties(
        @Nullable String url,
        @Nullable String sslBundle,
        @Nullable String client,
        @DefaultValue("250ms") Duration timeout) {

    @Nullable
    public RedisUrl parsedUrl() {
        return url == null ? null : RedisUrl.of("ratelimited.redis.url", url);
    }
}
