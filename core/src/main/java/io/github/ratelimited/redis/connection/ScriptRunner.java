package io.github.ratelimited.redis.connection;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.store.Deadline;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.Codec;
import org.redisson.client.protocol.Decoder;
import org.redisson.config.NameMapper;

/**
 * Runs scripts through Redisson and turns its failures into ours: by their digests, and by their text only where the server does
 * not have them. Redisson does the same by itself, but sends EVALSHA again without a pause, for ever, to a server that does not
 * know that command. Safe for use by many threads.
 */
public final class ScriptRunner {

    private static final Map<String, String> DIGESTS = new ConcurrentHashMap<>();

    private final RedissonConnection connection;
    private final Supplier<@Nullable ConnectedClient> connected;

    public ScriptRunner(RedissonConnection connection) {
        this.connection = connection;
        this.connected = connection.connected()::get;
    }

    /** {@return whether keys lie in slots, so that one script can only touch keys of one slot} */
    public boolean isCluster() {
        ConnectedClient redis = connected.get();
        return redis != null && redis.cluster();
    }

    /** Runs a script that returns bytes; the stage completes on one of Redisson's threads. */
    public CompletableFuture<byte[]> run(String script, List<String> keys, byte[] arguments) {
        return run(ByteArrayCodec.INSTANCE, script, keys, arguments);
    }

    /** Runs a script whose reply is read where Redisson decodes it, before it frees the connection and completes its stages. */
    public <T> CompletableFuture<T> run(
            String script, List<String> keys, byte[] arguments, Function<byte[], T> reader) {
        return run(new ReplyCodec(reader), script, keys, arguments);
    }

    private <T> CompletableFuture<T> run(Codec codec, String script, List<String> keys, byte[] arguments) {
        ConnectedClient redis = connected.get();
        if (redis == null) {
            return CompletableFuture.failedFuture(connection.unavailable());
        }
        return answer(
                () -> run(redis.script(codec), script, RScript.ReturnType.VALUE, encoded(keys, redis.names()), (Object)
                        arguments));
    }

    /** {@return the reply, or the failure as Redisson reports it} */
    static <T> CompletableFuture<T> run(
            RScript redis, String script, RScript.ReturnType type, List<Object> keys, Object... arguments) {
        String digest = DIGESTS.computeIfAbsent(script, ScriptRunner::digest);
        CompletionStage<T> byDigest = redis.evalShaAsync(RScript.Mode.READ_WRITE, digest, type, keys, arguments);
        return byDigest.toCompletableFuture()
                .exceptionallyCompose(failure -> RedisFailures.reason(failure) instanceof RedisNoScriptException
                        ? redis.evalAsync(RScript.Mode.READ_WRITE, script, type, keys, arguments)
                        : CompletableFuture.failedFuture(Futures.cause(failure)));
    }

    private static String digest(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(script.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /**
     * Keys as bytes, because Redisson takes a buffer for each that is text, and now and then a stack trace with it. The
     * first stays text, by which it finds the server. It maps the names of those that are text.
     */
    private static List<Object> encoded(List<String> keys, @Nullable NameMapper mapper) {
        List<Object> encoded = new ArrayList<>(keys.size());
        for (String key : keys) {
            encoded.add(
                    mapper == null || encoded.isEmpty() ? key : mapper.map(key).getBytes(StandardCharsets.UTF_8));
        }
        return encoded;
    }

    /** What Redisson answers in time, with its failures as ours. */
    public static <T> CompletableFuture<T> answer(Supplier<? extends CompletionStage<T>> question, Deadline deadline) {
        return within(deadline, answer(question));
    }

    /** What Redisson answers, whenever that is, with its failures as ours. */
    public static <T> CompletableFuture<T> answer(Supplier<? extends CompletionStage<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            question.get().whenComplete((reply, failure) -> {
                if (failure == null) {
                    answer.complete(reply);
                } else {
                    answer.completeExceptionally(failed(Futures.cause(failure)));
                }
            });
        } catch (RuntimeException ex) {
            answer.completeExceptionally(failed(ex));
        }
        return answer;
    }

    /** Fails the answer at the deadline, so that a later one finds it complete. */
    public static <T> CompletableFuture<T> within(Deadline deadline, CompletableFuture<T> answer) {
        return Deadlines.within(
                deadline.nanosLeft(),
                answer,
                () -> answer.completeExceptionally(
                        new RateLimiterUnavailableException("Redis did not answer in time", new TimeoutException())));
    }

    /** {@return a failure of Redisson, or an answer of Redis that is one, as ours} */
    public static RateLimiterUnavailableException failed(Throwable failure) {
        return new RateLimiterUnavailableException("Redis failed: " + RedisFailures.message(failure), failure);
    }

    /** Redisson takes a codec of this kind as it is; of others it keeps copies for the class loaders of threads. */
    private static final class ReplyCodec extends ByteArrayCodec {

        private final Decoder<Object> decoder;

        ReplyCodec(Function<byte[], ?> reader) {
            Decoder<Object> bytes = super.getValueDecoder();
            this.decoder = (buffer, state) -> reader.apply((byte[]) bytes.decode(buffer, state));
        }

        @Override
        public Decoder<Object> getValueDecoder() {
            return decoder;
        }
    }
}
