package io.github.ratelimited.sample;

import io.github.ratelimited.launcher.RedisServer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * A Redis that lives as long as the application.
 *
 * @param server the running server
 */
public record EmbeddedRedis(RedisServer server) implements DataRedisConnectionDetails, AutoCloseable {

    /** Without the hook, because the application may still use Redis while it shuts down, and closes it last. */
    static EmbeddedRedis start() {
        return new EmbeddedRedis(RedisServer.builder().withoutShutdownHook().start());
    }

    @Override
    public Standalone getStandalone() {
        return Standalone.of(server.host(), server.port());
    }

    @Override
    public void close() {
        server.close();
    }
}
