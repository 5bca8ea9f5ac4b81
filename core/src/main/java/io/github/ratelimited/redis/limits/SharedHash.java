package io.github.ratelimited.redis.limits;

import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.CommandRetry;
import io.github.ratelimited.redis.script.Script;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash in Redis that is read and changed by scripts. A change can be waited for until a replica has it. Safe for use by many
 * threads.
 */
abstract class SharedHash {

    private final RedissonConnection connection;
    private final ScriptRunner scripts;
    private final List<String> keys;
    private final Duration timeout;
    private final ReplicaWait replica;

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
        this.replica = new ReplicaWait(timeout, Script.standalone(touch), touched);
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
        return replica.await(connection);
    }
}
