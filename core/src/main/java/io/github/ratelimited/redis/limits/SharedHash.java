package io.github.ratelimited.redis.limits;

import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.CommandRetry;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.store.Deadline;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * A hash in Redis that is read and changed by scripts. A change can be waited for until a replica has it, where there is one:
 * otherwise a failover could undo what was answered. {@code WAIT} covers the writes of its own connection, so a write goes
 * with it. Safe for use by many threads.
 */
abstract class SharedHash {

    /** A replica that follows closely takes a round trip. */
    private static final Duration LONGEST = Duration.ofMillis(500);

    /** After a wait in vain, so that changes where there is no replica do not take this long each. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final RedissonConnection connection;
    private final ScriptRunner scripts;
    private final List<String> keys;
    private final Duration timeout;
    private final String touch;
    private final String touched;
    private volatile long nextAt = System.nanoTime();

    /**
     * Reads and changes a hash.
     *
     * @param keys what the scripts take
     * @param timeout longest wait for an answer
     * @param touch file of a script that writes again what is there
     * @param touched key that it writes
     */
    SharedHash(RedissonConnection connection, List<String> keys, Duration timeout, String touch, String touched) {
        this.connection = connection;
        this.scripts = new ScriptRunner(connection);
        this.keys = keys;
        this.timeout = timeout;
        this.touch = Script.standalone(touch);
        this.touched = touched;
    }

    final CompletableFuture<byte[]> ask(String script, List<String> words) {
        return ask(script, packed(words));
    }

    final CompletableFuture<byte[]> ask(String script, byte[] arguments) {
        return connection
                .firstAttempt()
                .then(timeout, () -> CommandRetry.within(timeout, () -> scripts.run(script, keys, arguments)));
    }

    /** Strings as the scripts take and return them: each after its length in four bytes. */
    private static byte[] packed(List<String> words) {
        List<byte[]> encoded = words.stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
        int bytes =
                encoded.stream().mapToInt(word -> Integer.BYTES + word.length).sum();
        ByteBuffer packed = ByteBuffer.allocate(bytes);
        encoded.forEach(word -> packed.putInt(word.length).put(word));
        return packed.array();
    }

    static List<String> unpacked(byte[] packed) {
        ByteBuffer left = ByteBuffer.wrap(packed);
        List<String> words = new ArrayList<>();
        while (left.hasRemaining()) {
            byte[] word = new byte[left.getInt()];
            left.get(word);
            words.add(new String(word, StandardCharsets.UTF_8));
        }
        return words;
    }

    /** Unlike any other, also of a master that is no more: a number could be given twice after a failover. */
    static String newId() {
        return Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    /** {@return complete when a replica has all changes, or it is waited for no longer; never fails, as they are written} */
    final CompletableFuture<?> awaitReplica() {
        RedissonClient client = connection.client();
        if (client == null || System.nanoTime() - nextAt < 0) {
            return CompletableFuture.completedFuture(null);
        }
        Duration longest = timeout.plus(LONGEST);
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
