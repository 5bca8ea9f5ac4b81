package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.redis.RedissonConnection;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/**
 * Gives the first attempt to connect to Redis a moment before the application takes calls, which would be refused. A
 * Redis that is down ends the wait at once, and a silent one after two seconds, or the timeout of a decision if that is
 * longer.
 */
final class FirstConnection implements SmartLifecycle {

    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final RedissonConnection connection;
    private final Duration timeout;
    private volatile boolean running;

    FirstConnection(RedissonConnection connection, Duration timeout) {
        this.connection = connection;
        this.timeout = timeout;
    }

    @Override
    public void start() {
        running = true;
        connection.awaitFirstAttempt(timeout.compareTo(LONGEST) > 0 ? timeout : LONGEST);
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the web server and message listeners, which start in the last phases. */
    @Override
    public int getPhase() {
        return 0;
    }
}
