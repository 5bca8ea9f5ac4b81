package io.github.ratelimited.redis.script;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.redis.connection.EvalSha;
import io.github.ratelimited.redis.connection.RedisFailures;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.store.Deadline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.protocol.Decoder;
import org.redisson.config.NameMapper;

/** Runs scripts through Redisson and turns its failures into ours. Safe for use by many threads. */
public final class ScriptRunner {

    private final RedissonConnection connection;

    public ScriptRunner(RedissonConnection connection) {
        this.connection = connection;
    }

    public boolean isCluster() {
        return connection.isCluster();
    }

    /** Runs a script that returns bytes; the stage completes on one of Redisson's threads. */
    public CompletableFuture<byte[]> run(String script, List<String> keys, byte[] arguments) {
        return run(connection.script(), script, keys, arguments);
    }

    /** Runs a script whose reply is read where Redisson decodes it, before it frees the connection and completes its stages. */
    public <T> CompletableFuture<T> run(
            String script, List<String> keys, byte[] arguments, Function<byte[], T> reader) {
        return run(connection.script(new ReplyCodec(reader)), script, keys, arguments);
    }

    private <T> CompletableFuture<T> run(@Nullable RScript redis, String script, List<String> keys, byte[] arguments) {
        if (redis == null) {
            return CompletableFuture.failedFuture(connection.unavailable());
        }
        return answer(() -> EvalSha.run(redis, script, RScript.ReturnType.VALUE, encoded(keys), (Object) arguments));
    }

    /**
     * Keys as bytes, because Redisson takes a buffer for each that is text, and now and then a stack trace with it. The
     * first stays text, by which it finds the server. It maps the names of those that are text.
     */
    private List<Object> encoded(List<String> keys) {
        NameMapper mapper = connection.nameMapper();
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
                    answer.completeExceptionally(failed(failure));
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
                        unavailable("Redis did not answer in time", new TimeoutException())));
    }

    private static RateLimiterUnavailableException failed(Throwable failure) {
        return unavailable("Redis failed: " + RedisFailures.message(failure), failure);
    }

    private static RateLimiterUnavailableException unavailable(String message, @Nullable Throwable cause) {
        return new RateLimiterUnavailableException(message, cause);
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
