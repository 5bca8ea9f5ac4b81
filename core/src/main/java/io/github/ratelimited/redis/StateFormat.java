package io.github.ratelimited.redis;

import io.github.ratelimited.Algorithm;

/**
 * How an algorithm keeps its state: the end of the Redis key, which changes whenever the content does, and the script
 * file that understands it.
 */
enum StateFormat {
    SLIDING_WINDOW("sw1", "sliding_window.lua"),
    SLIDING_WINDOW_COUNTER("sc1", "sliding_window_counter.lua"),
    FIXED_WINDOW("fw1", "fixed_window.lua"),
    TOKEN_BUCKET("tb1", "token_bucket.lua"),
    LEAKY_BUCKET("lb1", "leaky_bucket.lua");

    private final String version;
    private final String file;

    StateFormat(String version, String file) {
        this.version = version;
        this.file = file;
    }

    static StateFormat of(Algorithm algorithm) {
        return valueOf(algorithm.name());
    }

    String version() {
        return version;
    }

    String file() {
        return file;
    }
}
