package io.github.ratelimited.redis;

import io.github.ratelimited.store.Demand;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names of the keys in Redis: {@code <prefix>:<limiter>:{<key>}:<state version>}. The braces are a hash tag: limits with
 * equal keys share a slot of a cluster.
 *
 * @param prefix what every key begins with; no braces
 */
record RedisKeys(String prefix) {

    private static final int LONGEST_KEY = 200;

    RedisKeys {
        if (prefix.isEmpty() || prefix.chars().anyMatch(c -> c == '{' || c == '}' || Character.isISOControl(c))) {
            throw new IllegalArgumentException(
                    "prefix must be text without braces and control characters, but is '" + prefix + "'");
        }
    }

    String of(Demand demand) {
        return prefix + ':' + demand.limiter() + ":{" + tag(demand.key()) + "}:"
                + StateFormat.of(demand.limit().algorithm()).version();
    }

    String limits() {
        return prefix + ":limits";
    }

    /** The percent sign marks what no escaped text of a user can be. */
    private static String tag(String key) {
        if (key.isEmpty()) {
            return "%";
        }
        return key.length() * 3 <= LONGEST_KEY || utf8(key).length <= LONGEST_KEY ? key : "%sha256:" + sha256(key);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(utf8(text)));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
