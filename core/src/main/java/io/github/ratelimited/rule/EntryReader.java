package io.github.ratelimited.rule;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes an entry of the configuration ready to count, and collects what is wrong with it.
 *
 * @param <T> the entry that is ready
 */
public interface EntryReader<T> {

    /** {@return the entry, or {@code null} when there are findings} */
    @Nullable
    T read();

    /** {@return what is wrong so far} */
    List<Finding> findings();

    /**
     * Reads entries that take effect together, or not at all.
     *
     * @param settings the entries as the configuration describes them
     * @param reader makes the reader of one entry
     * @param <S> an entry as the configuration describes it
     * @param <T> the entry that is ready
     * @return the entries in the same order
     * @throws RateLimitConfigurationException with everything that is wrong
     */
    static <S, T> List<T> readAll(Collection<S> settings, Function<S, EntryReader<T>> reader) {
        List<T> all = new ArrayList<>(settings.size());
        List<Finding> findings = new ArrayList<>();
        for (S one : settings) {
            EntryReader<T> entry = reader.apply(one);
            T read = entry.read();
            findings.addAll(entry.findings());
            if (read != null) {
                all.add(read);
            }
        }
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
        return List.copyOf(all);
    }
}
