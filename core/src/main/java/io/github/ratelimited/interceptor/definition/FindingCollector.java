package io.github.ratelimited.interceptor.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotationConfigurationException;

/** Collects the mistakes of one method, or of one entry of the configuration. Not safe for use by many threads. */
public final class FindingCollector {

    static final String ACTION = "Correct the annotation or the properties it takes its values from";

    private final String place;
    private final List<Finding> findings = new ArrayList<>();

    /** Starts without mistakes at a place. */
    public FindingCollector(String place) {
        this.place = place;
    }

    String place() {
        return place;
    }

    /** The value, or {@code null} when reading it has failed, which is kept as a finding. */
    <T> @Nullable T attempt(Supplier<? extends @Nullable T> reading) {
        return attempt(reading, ACTION);
    }

    /** The same, with what to do about the mistake. */
    public <T> @Nullable T attempt(Supplier<? extends @Nullable T> reading, String action) {
        try {
            return reading.get();
        } catch (IllegalArgumentException | AnnotationConfigurationException ex) {
            add(String.valueOf(ex.getMessage()), action);
            return null;
        }
    }

    /** Adds a mistake, once. */
    public void add(String what, String action) {
        Finding finding = new Finding(what, place, action);
        if (!findings.contains(finding)) {
            findings.add(finding);
        }
    }

    public int count() {
        return findings.size();
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }
}
