package io.github.ratelimited.redis.connection;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.client.RedisNoScriptException;

/**
 * Runs scripts by their digests, and sends the text only where the server does not have it. Redisson does the same by
 * itself, but sends EVALSHA again without a pause, for ever, to a server that does not know that command.
 */
public final class EvalSha {

    private static final Map<String, String> DIGESTS = new ConcurrentHashMap<>();

    private EvalSha() {}

    /** {@return the reply, or the failure as Redisson reports it} */
    public static <T> CompletableFuture<T> run(
            RScript redis, String script, ReturnType type, List<Object> keys, Object... arguments) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        String digest = DIGESTS.computeIfAbsent(script, EvalSha::digest);
        CompletionStage<T> byDigest = redis.evalShaAsync(Mode.READ_WRITE, digest, type, keys, arguments);
        byDigest.whenComplete((reply, failure) -> {
            if (failure == null || !(RedisFailures.reason(failure) instanceof RedisNoScriptException)) {
                complete(answer, reply, failure);
            } else {
                load(answer, () -> redis.evalAsync(Mode.READ_WRITE, script, type, keys, arguments));
            }
        });
        return answer;
    }

    private static <T> void load(CompletableFuture<T> answer, Supplier<CompletionStage<T>> whole) {
        try {
            whole.get().whenComplete((reply, failure) -> complete(answer, reply, failure));
        } catch (Throwable ex) {
            answer.completeExceptionally(ex);
        }
    }

    private static <T> void complete(CompletableFuture<T> answer, T reply, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(reply);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    private static String digest(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(script.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
