package io.github.ratelimited.autoconfigure.actuate;

import java.util.Arrays;
import java.util.List;

/**
 * What a request is about.
 *
 * @param limiter name of the limiter
 * @param part what follows the name, empty for the limiter itself
 */
record RequestPath(String limiter, String part) {

    static final String BLOCK = "block";

    static final String KEYS = "keys";

    /** Of the segments of a URL, or over JMX the path as text. */
    static RequestPath of(Object path) {
        List<String> segments = Arrays.asList(
                path instanceof String[] ofUrl ? ofUrl : path.toString().split("/"));
        return segments.isEmpty()
                ? new RequestPath("", "")
                : new RequestPath(segments.get(0), String.join("/", segments.subList(1, segments.size())));
    }

    boolean isWhole() {
        return part.isEmpty();
    }
}
