package io.github.ratelimited.redis.limits;

import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Waits until a replica has what was written, where there is one: otherwise a failover could undo what was answered.
 * {@code WAIT} covers the writes of its own connection, so a write goes with it. Safe for use by many threads.
 */
final class ReplicaWait {

    /** A replica that follows closely takes a round trip. */
    private static final Duration LONGEST = Duration.ofMillis(500);

    /** After a wait in vain, so that changes where there is no replica do not take this long each. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Duration longest;
    private final String touch;
    private final String touched;
    private volatile long nextAt = System.nanoTime();

    /**
     * Waits for the replica of a key.
     *
     * @param timeout longest wait for an answer of Redis, besides that for its replica
     * @param touch script that writes again what is there
     * @param touched key that it writes
     */
    ReplicaWait(Duration timeout, String touch, String touched) {
        this.longest = timeout.plus(LONGEST);
        this.touch = touch;
        this.touched = touched;
    }

    /** {@return complete when a replica has all changes, or it is waited for no longer; never fails, as they are written} */
    CompletableFuture<?> await(RedissonConnection connection) {
        RedissonClient client = connection.client();
        if (client == null || System.nanoTime() - nextAt < 0) {
            return CompletableFuture.completedFuture(null);
        }
        RBatch batch = client.createBatch(BatchOptions.defaults()
                .sync(1, LONGEST)
                .retryAttempts(0)
                .responseTimeout(longest.toMillis(), TimeUnit.MILLISECONDS));
        batch.getScript(ByteArrayCodec.INSTANCE)
                .evalAsync(RScript.Mode.READ_WRITE, touch, RScript.ReturnType.VALUE, List.of(touched));
        return ScriptRunner.answer(batch::executeAsync, Deadline.after(longest)).handle(this::answered);
    }

    private boolean answered(@Nullable BatchResult<?> result, @Nullable Throwable failure) {
        boolean synced = result != null && result.getSyncedSlaves() > 0;
        if (!synced) {
            nextAt = System.nanoTime() + Nanos.of(PAUSE);
        }
        return synced;
    }
}
