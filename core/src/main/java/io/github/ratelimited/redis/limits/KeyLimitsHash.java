package io.github.ratelimited.redis.limits;

import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.script.Script;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The hash in Redis that holds the limits of single keys. Content that is not a limit counts as absent. */
final class KeyLimitsHash extends SharedHash {

    private static final String GET = Script.standalone("key_limits_get.lua");
    private static final String POLL = Script.standalone("key_limits_poll.lua");
    private static final String CHANGE = Script.standalone("key_limits_change.lua");

    private final @Nullable InstantSource testClock;

    /**
     * A change of one limit.
     *
     * @param limiterKey limiter and key
     * @param replaces whether it is made where there is a limit
     * @param text of the limit, empty to remove it
     * @param span us until it ends, 0 for never
     */
    record Change(LimiterKey limiterKey, boolean replaces, String text, long span) {}

    /**
     * Reads and writes it.
     *
     * @param keys the hash, the log of its changes, and which end when
     * @param testClock by which limits end instead of the server's, or {@code null}
     */
    KeyLimitsHash(
            RedissonConnection connection, List<String> keys, Duration timeout, @Nullable InstantSource testClock) {
        super(connection, keys, timeout, "key_limits_touch.lua", keys.get(1));
        this.testClock = testClock;
    }

    private String now() {
        return testClock == null ? "0" : String.valueOf(Micros.clock(testClock).getAsLong());
    }

    CompletableFuture<PollReply> poll(PollReply.From from) {
        List<String> words = new ArrayList<>(List.of(now()));
        words.addAll(from.words());
        return ask(POLL, words).thenApply(reply -> PollReply.of(unpacked(reply)));
    }

    CompletableFuture<@Nullable SharedKeyLimit> read(LimiterKey limiterKey) {
        return ask(GET, List.of(now(), SharedKeyLimit.field(limiterKey)))
                .thenApply(value ->
                        value == null ? null : SharedKeyLimit.parse(new String(value, StandardCharsets.UTF_8)));
    }

    /** {@return for each change 1, 0 when there was a limit, or 2 when there are too many} */
    CompletableFuture<String> change(List<Change> changes) {
        List<String> words = new ArrayList<>(3 + 4 * changes.size());
        words.addAll(List.of(now(), String.valueOf(KeyLimitTable.MOST), newId()));
        for (Change change : changes) {
            words.addAll(List.of(
                    SharedKeyLimit.field(change.limiterKey),
                    change.replaces ? "1" : "0",
                    change.text,
                    String.valueOf(change.span)));
        }
        return ask(CHANGE, words).thenApply(made -> new String(made, StandardCharsets.US_ASCII));
    }
}
