package io.github.ratelimited.redis.limits;

import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.script.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The hash in Redis that holds the limits of all processes by name. Content that is not a limit counts as absent. */
final class LimitsHash extends SharedHash {

    private static final String GET = Script.standalone("limits_get.lua");
    private static final String POLL = Script.standalone("limits_poll.lua");
    private static final String CHANGE = Script.standalone("limits_change.lua");
    private static final String BLOCK = Script.standalone("limits_block.lua");

    /** What a change expects to find: anything, or nothing. */
    private static final String ANY = "*";

    private static final String NOTHING = "";

    LimitsHash(RedissonConnection connection, String key, Duration timeout) {
        super(connection, List.of(key), timeout, "limits_touch.lua", key);
    }

    CompletableFuture<PollReply> poll(PollReply.From from) {
        return ask(POLL, from.words()).thenApply(reply -> PollReply.of(unpacked(reply)));
    }

    CompletableFuture<@Nullable SharedLimit> read(String name) {
        return ask(GET, name.getBytes(StandardCharsets.UTF_8))
                .thenApply(text -> text == null ? null : SharedLimit.parse(new String(text, StandardCharsets.UTF_8)));
    }

    /** {@return the end of the block} */
    CompletableFuture<Long> block(String name, long micros) {
        return ask(BLOCK, List.of(newId(), BlockRecord.field(name), String.valueOf(micros)))
                .thenApply(until -> Long.valueOf(new String(until, StandardCharsets.UTF_8)));
    }

    CompletableFuture<?> unblock(String name) {
        return change(BlockRecord.field(name), ANY, NOTHING);
    }

    /** Unless it has become another. */
    CompletableFuture<?> removeBlock(String name, BlockRecord block) {
        return change(BlockRecord.field(name), block.text(), NOTHING);
    }

    CompletableFuture<Boolean> putIfAbsent(String name, SharedLimit limit) {
        return change(name, NOTHING, limit.text());
    }

    /** Keeps those that exist as they are. */
    CompletableFuture<?> putAllIfAbsent(Map<String, SharedLimit> limits) {
        List<String> words = new ArrayList<>(1 + 3 * limits.size());
        words.add(newId());
        limits.forEach((name, limit) -> words.addAll(List.of(name, NOTHING, limit.text())));
        return ask(CHANGE, words);
    }

    /** Unless it has become another. */
    CompletableFuture<Boolean> replace(String name, SharedLimit old, SharedLimit limit) {
        return change(name, old.text(), limit.text());
    }

    CompletableFuture<Boolean> put(String name, SharedLimit limit) {
        return change(name, ANY, limit.text());
    }

    CompletableFuture<Boolean> remove(String name) {
        return change(name, ANY, NOTHING);
    }

    private CompletableFuture<Boolean> change(String name, String expected, String text) {
        return ask(CHANGE, List.of(newId(), name, expected, text)).thenApply(made -> made[0] == '1');
    }
}
