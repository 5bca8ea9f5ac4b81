package io.github.ratelimited.redis.limits;

import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.script.ScriptRunner;
import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RFuture;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.MapOptions;
import org.redisson.client.codec.StringCodec;

/** The hash in Redis that holds the limits of all processes by name. Content that is not a limit counts as absent. */
public final class LimitsHash {

    private final RedissonConnection connection;
    private final String key;
    private final Duration timeout;

    public LimitsHash(RedissonConnection connection, String key, Duration timeout) {
        this.connection = connection;
        this.key = key;
        this.timeout = timeout;
    }

    CompletableFuture<Map<String, SharedLimit>> readAll() {
        return ask(RMap::readAllMapAsync).thenApply(texts -> {
            Map<String, SharedLimit> limits = new HashMap<>();
            texts.forEach((name, text) -> {
                SharedLimit limit = SharedLimit.parse(text);
                if (limit != null) {
                    limits.put(name, limit);
                }
            });
            return limits;
        });
    }

    public CompletableFuture<@Nullable SharedLimit> read(String name) {
        return ask(map -> map.getAsync(name)).thenApply(text -> text == null ? null : SharedLimit.parse(text));
    }

    CompletableFuture<Boolean> putIfAbsent(String name, SharedLimit limit) {
        return ask(map -> map.fastPutIfAbsentAsync(name, limit.text()));
    }

    /** Unless it has become another. */
    CompletableFuture<Boolean> replace(String name, SharedLimit old, SharedLimit limit) {
        return ask(map -> map.replaceAsync(name, old.text(), limit.text()));
    }

    CompletableFuture<Boolean> put(String name, SharedLimit limit) {
        return ask(map -> map.fastPutAsync(name, limit.text()));
    }

    CompletableFuture<Long> remove(String name) {
        return ask(map -> map.fastRemoveAsync(name));
    }

    private <T> CompletableFuture<T> ask(Function<RMap<String, String>, RFuture<T>> question) {
        return connection.firstAttempt().then(timeout, () -> askNow(question));
    }

    private <T> CompletableFuture<T> askNow(Function<RMap<String, String>, RFuture<T>> question) {
        RedissonClient client = connection.client();
        if (client == null) {
            return CompletableFuture.failedFuture(connection.unavailable());
        }
        RMap<String, String> map = client.getMap(MapOptions.<String, String>name(key)
                .codec(StringCodec.INSTANCE)
                .retryAttempts(0)
                .timeout(timeout));
        return ScriptRunner.answer(() -> question.apply(map), Deadline.after(timeout));
    }
}
