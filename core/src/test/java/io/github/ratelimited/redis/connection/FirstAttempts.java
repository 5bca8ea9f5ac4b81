package io.github.ratelimited.redis.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The ends of first attempts to connect. */
public final class FirstAttempts {

    private FirstAttempts() {}

    /** Waits for the end; returns whether there is a connection. */
    public static boolean await(RedissonConnection connection) {
        return connection
                .firstAttempt()
                .then(Duration.ofSeconds(60), () -> CompletableFuture.completedFuture(connection.client() != null))
                .join();
    }
}
