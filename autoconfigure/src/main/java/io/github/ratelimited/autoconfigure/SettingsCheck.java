package io.github.ratelimited.autoconfigure;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with settings, by the names of their properties. Not safe for use by many threads. */
final class SettingsCheck {

    private final Set<String> problems = new LinkedHashSet<>();

    void require(boolean condition, String problem) {
        if (!condition) {
            problems.add(problem);
        }
    }

    /** Keeps what a check of others fails with. */
    void attempt(Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException ex) {
            problems.add(String.valueOf(ex.getMessage()));
        }
    }

    /** The same for a value that may not be set. */
    <T> void ifSet(@Nullable T value, Consumer<T> check) {
        if (value != null) {
            attempt(() -> check.accept(value));
        }
    }

    /** Refuses names of entries that differ in case or hyphens only: Spring Boot reads the values of one for the other. */
    void requireDistinct(String map, Set<String> names) {
        Map<String, String> known = new HashMap<>();
        for (String name : new TreeSet<>(names)) {
            String other = known.put(name.toLowerCase(Locale.ROOT).replace("-", ""), name);
            require(
                    other == null,
                    map + " has '" + other + "' and '" + name + "', which differ in case or hyphens only");
        }
    }

    void addAll(SettingsCheck other) {
        problems.addAll(other.problems);
    }

    boolean isFine() {
        return problems.isEmpty();
    }

    /** Fails with all problems, of which each has a line. */
    void end() {
        if (!isFine()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }
}
