package io.github.ratelimited.rule;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The headers of a request as expressions see them: {@code #headers['X-Api-Key']} is the first value or null. */
public final class Headers extends AbstractMap<String, String> {

    private final Function<String, @Nullable String> first;

    /** Makes a view of the first value of each header, by its name in any case. */
    public Headers(Function<String, @Nullable String> first) {
        this.first = first;
    }

    @Override
    public @Nullable String get(Object name) {
        return first.apply(name.toString());
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        throw new UnsupportedOperationException("Name a header, as in #headers['X-Api-Key']");
    }
}
