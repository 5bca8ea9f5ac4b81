package io.github.ratelimited.redis.connection;

import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries to connect until it succeeds, with pauses that grow, and logs why it fails. */
final class ConnectionAttempts {

    private static final Logger log = LoggerFactory.getLogger(RedissonConnection.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

    /** An attempt of a client that is not lazy makes and ends its threads. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final FirstAttempt first;
    private final Supplier<String> where;
    private volatile @Nullable Throwable failure;

    ConnectionAttempts(FirstAttempt first, Supplier<String> where) {
        this.first = first;
        this.where = where;
    }

    /** {@return why the last attempt failed, {@code null} for none} */
    @Nullable
    Throwable failure() {
        return failure;
    }

    void run(Callable<?> attempt, BooleanSupplier done) {
        Duration pause = SHORTEST_PAUSE;
        while (!done.getAsBoolean()) {
            try {
                attempt.call();
                first.end();
            } catch (Throwable ex) {
                if (done.getAsBoolean()) {
                    // Closing has ended the attempt.
                    first.end();
                    return;
                }
                logFailure(ex);
                first.end();
                LockSupport.parkNanos(Nanos.of(pause));
                pause = longer(pause);
            }
        }
    }

    /** Once, and again when the reason is another. */
    private void logFailure(Throwable failed) {
        Throwable last = failure;
        failure = failed;
        String message = RedisFailures.message(failed);
        if (last == null || !RedisFailures.message(last).equals(message)) {
            String at = where.get();
            String hint = RedisFailures.isOfOtherProtocol(failed) ? aboutTls(at) : "";
            log.warn("Redis cannot be reached{}, trying again every few seconds: {}{}", at, message, hint);
        }
    }

    private static String aboutTls(String at) {
        if (at.contains("rediss://")) {
            return "; does that port use TLS, as rediss:// does?";
        }
        return at.contains("redis://") ? "; does that port need TLS, and so rediss://?" : "";
    }

    static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
}
