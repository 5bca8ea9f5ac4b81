package io.github.ratelimited.redis.script;

import io.github.ratelimited.store.Demand;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.redisson.connection.CRC16;

/**
 * Names of the keys in Redis: {@code <prefix>:<limiter>:{<key>}:<state version>}. The braces are a hash tag: limits with
 * equal keys share a slot of a cluster. {@link io.github.ratelimited.key.KeyEncoding} has escaped the key. The queue of
 * a state is a key beside it.
 *
 * @param prefix what every key begins with; no braces
 */
public record RedisKeys(String prefix) {

    /** Kind and version of its content. */
    private static final String QUEUE = ":q1";

    private static final int SLOTS = 16_384;

    public RedisKeys {
        if (prefix.isBlank() || prefix.chars().anyMatch(c -> c == '{' || c == '}' || Character.isISOControl(c))) {
            throw new IllegalArgumentException(
                    "prefix must be text without braces and control characters, but is '" + prefix + "'");
        }
    }

    public String of(Demand demand) {
        return prefix + ':' + demand.limiter() + ":{" + tag(demand.key()) + "}:"
                + StateFormat.of(demand.limit().algorithm()).version();
    }

    /** {@return the queue of those who wait beyond what can be reserved} */
    public String queueOf(Demand demand) {
        return of(demand) + QUEUE;
    }

    /** {@return the slot of a cluster in which the key of a demand lies} */
    public int slot(Demand demand) {
        return CRC16.crc16(tag(demand.key()).getBytes(StandardCharsets.UTF_8)) % SLOTS;
    }

    public String limits() {
        return prefix + ":limits";
    }

    /** {@return the hash of limits of single keys, the log of its changes, and which end when; all in the slot of limits} */
    public List<String> keyLimits() {
        String common = prefix + ":{" + limits() + "}:keys";
        return List.of(common, common + ":changes", common + ":ends");
    }

    /** The percent sign marks what no escaped text of a user can be. */
    private static String tag(String key) {
        return key.isEmpty() ? "%" : key;
    }
}
