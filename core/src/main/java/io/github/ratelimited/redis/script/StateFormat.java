package io.github.ratelimited.redis.script;

import io.github.ratelimited.Algorithm;
import java.util.List;

/**
 * How an algorithm keeps its state: the end of the Redis key, which changes whenever the content does, and the script
 * files that understand it, in the order in which Redis has to run them.
 */
public enum StateFormat {
    SLIDING_WINDOW(
            "sw2",
            "single_window.lua",
            StateFormat.CONTRACT,
            "sliding_window_search.lua",
            "sliding_window.lua",
            "sliding_window_returns.lua"),
    SLIDING_WINDOW_COUNTER("sc2", ofString("sliding_window_counter.lua")),
    FIXED_WINDOW("fw2", ofString("fixed_window.lua")),
    TOKEN_BUCKET("tb2", ofString("token_bucket.lua")),
    LEAKY_BUCKET("lb2", ofString("leaky_bucket.lua")),
    CALENDAR_WINDOW("cw1", ofString("calendar_window.lua"));

    /** What all algorithms offer, once in a script. */
    static final String CONTRACT = "algorithm.lua";

    private final String version;
    private final List<String> files;

    StateFormat(String version, String... files) {
        this.version = version;
        this.files = List.of(files);
    }

    /** The files of a state that is one string. */
    private static String[] ofString(String algorithm) {
        return new String[] {CONTRACT, algorithm, "single_string.lua", "string_state.lua"};
    }

    /** {@return the format of an algorithm, which has its name} */
    public static StateFormat of(Algorithm algorithm) {
        return valueOf(algorithm.name());
    }

    String version() {
        return version;
    }

    List<String> files() {
        return files;
    }
}
