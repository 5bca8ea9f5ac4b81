package io.github.ratelimited.redis.limits;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.redis.connection.RedisFailures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads twice a second what others have changed, and again at once where there is more.
 * {@link KnownHash#learn(PollReply)} decides what is taken over. Whatever is thrown, the next reading comes: without it
 * changes would never be seen again. The log says once that they fail, until one succeeds again. Safe for use by many
 * threads.
 *
 * @param <R> what is read
 */
final class Polling<R> {

    private static final Logger log = LoggerFactory.getLogger(Polling.class);

    /** What Redis answers that does not pass by itself. */
    private static final Pattern LASTS = Pattern.compile("NOPERM|WRONGTYPE|ERR");

    private static final int PERIOD_MILLIS = 500;
    private static final int JITTER_MILLIS = 100;

    private final String what;
    private final ScheduledExecutorService timer;
    private final Supplier<CompletableFuture<R>> question;
    private final Predicate<@Nullable R> takeOver;
    private final Runnable atRest;
    private volatile boolean failed;
    private volatile boolean closed;

    /**
     * Makes one that {@link #read()} starts.
     *
     * @param what what is read, for the log
     * @param timer runs the readings
     * @param question asks for a reading
     * @param takeOver takes a reading over, {@code null} where there was none, and returns whether there is more
     * @param atRest runs before each pause
     */
    Polling(
            String what,
            ScheduledExecutorService timer,
            Supplier<CompletableFuture<R>> question,
            Predicate<@Nullable R> takeOver,
            Runnable atRest) {
        this.what = what;
        this.timer = timer;
        this.question = question;
        this.takeOver = takeOver;
        this.atRest = atRest;
    }

    void read() {
        try {
            question.get().whenComplete((reading, failure) -> {
                if (failure == null) {
                    failed = false;
                } else if (isAnswer(failure)) {
                    warn(failure);
                }
                goOn(reading);
            });
        } catch (Throwable ex) {
            warn(ex);
            goOn(null);
        }
    }

    private void goOn(@Nullable R reading) {
        boolean more = false;
        try {
            more = takeOver.test(reading) && !closed;
        } catch (Throwable ex) {
            warn(ex);
        } finally {
            if (more) {
                read();
            } else {
                rest();
            }
        }
    }

    private void rest() {
        atRest.run();
        if (!closed) {
            int jitter = ThreadLocalRandom.current().nextInt(2 * JITTER_MILLIS) - JITTER_MILLIS;
            timer.schedule(this::read, PERIOD_MILLIS + jitter, TimeUnit.MILLISECONDS);
        }
    }

    /** Unlike an outage, which calls notice as well. */
    private static boolean isAnswer(Throwable failure) {
        Throwable cause = Futures.cause(failure);
        return !(cause instanceof RateLimiterUnavailableException)
                // Logged where it is found: the server refuses the password, for one.
                || !RedisFailures.comesFrom(cause, RedisConnectionException.class::isInstance)
                        && LASTS.matcher(RedisFailures.message(failure)).lookingAt();
    }

    private void warn(Throwable thrown) {
        if (!failed) {
            failed = true;
            Throwable cause = Futures.cause(thrown);
            log.warn(
                    "{} could not be read; the next poll tries again: {}",
                    what,
                    cause.getMessage(),
                    cause instanceof RateLimiterUnavailableException ? null : cause);
        }
    }

    void close() {
        closed = true;
    }
}
