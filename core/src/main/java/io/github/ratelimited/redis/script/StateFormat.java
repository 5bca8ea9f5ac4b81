package io.github.ratelimited.redis.script;

import io.github.ratelimited.Algorithm;
import java.util.List;

/**
 * How an algorithm keeps its state: the end of the Redis key, which changes whenever the content does, and the script
 * files that understand it, in the order in which Redis has to run them.
 */
public enum StateFormat {
    SLIDING_WINDOW("sw1", "single_window.lua", "sliding_window.lua"),
    SLIDING_WINDOW_COUNTER("sc1", "sliding_window_counter.lua", "single_string.lua", "string_state.lua"),
    FIXED_WINDOW("fw1", "fixed_window.lua", "single_string.lua", "string_state.lua"),
    TOKEN_BUCKET("tb1", "token_bucket.lua", "single_string.lua", "string_state.lua"),
    LEAKY_BUCKET("lb1", "leaky_bucket.lua", "single_string.lua", "string_state.lua");

    private final String version;
    private final List<String> files;

    StateFormat(String version, String... files) {
        this.version = version;
        this.files = List.of(files);
    }

    public static StateFormat of(Algorithm algorithm) {
        return switch (algorithm) {
            case SLIDING_WINDOW -> SLIDING_WINDOW;
            case SLIDING_WINDOW_COUNTER -> SLIDING_WINDOW_COUNTER;
            case FIXED_WINDOW -> FIXED_WINDOW;
            case TOKEN_BUCKET -> TOKEN_BUCKET;
            case LEAKY_BUCKET -> LEAKY_BUCKET;
        };
    }

    String version() {
        return version;
    }

    List<String> files() {
        return files;
    }
}
