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
    private volatile RedisState state;

    RedisSwitch(ObjectProvider<EmbeddedRedis> redis) {
        this.redis = redis.getIfAvailable();
        this.state = this.redis == null ? RedisState.GIVEN : RedisState.RUNNING;
    }

    RedisState state() {
        return state;
    }

    synchronized void stop() {
        EmbeddedRedis embedded = own();
        embedded.server().stop();
        state = RedisState.STOPPED;
    }

    synchronized void start() {
        EmbeddedRedis embedded = own();
        if (state == RedisState.STOPPED) {
            embedded.server().restart();
            state = RedisState.RUNNING;
        }
    }

    private EmbeddedRedis own() {
        if (redis == null) {
            throw new ResponseStatusException(
                    HttpStatus.CONFLICT, "This Redis is not the application's own; stop it where it was started");
        }
        return redis;
    }
}
