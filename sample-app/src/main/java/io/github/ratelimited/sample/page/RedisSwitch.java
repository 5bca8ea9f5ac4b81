package io.github.ratelimited.sample.page;

import io.github.ratelimited.sample.EmbeddedRedis;
import io.github.ratelimited.sample.page.Tick.RedisState;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/** Stops the application's own Redis and starts it again. Safe for use by many threads. */
@Component
final class RedisSwitch {

    private final @Nullable EmbeddedRedis redis;

    RedisSwitch(ObjectProvider<EmbeddedRedis> redis) {
        this.redis = redis.getIfAvailable();
    }

    RedisState state() {
        if (redis == null) {
            return RedisState.GIVEN;
        }
        return redis.server().isRunning() ? RedisState.RUNNING : RedisState.STOPPED;
    }

    synchronized void stop() {
        own().server().stop();
    }

    /** Also where it has ended by itself. */
    synchronized void start() {
        own().server().heal();
    }

    private EmbeddedRedis own() {
        if (redis == null) {
            throw new ResponseStatusException(
                    HttpStatus.CONFLICT, "This Redis is not the application's own; stop it where it was started");
        }
        return redis;
    }
}
