package io.github.ratelimited.interceptor.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rate limits cannot work as they are written. Carries all findings, not only the first. */
public final class RateLimitConfigurationException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final ArrayList<Finding> findings;

    /** Makes the exception for mistakes, at least one. */
    public RateLimitConfigurationException(List<Finding> findings) {
        super(findings.stream()
                .map(Finding::toString)
                .collect(Collectors.joining("\n - ", "Rate limits cannot work as they are written:\n - ", "")));
        this.findings = new ArrayList<>(findings);
    }

    /** {@return the mistakes, at least one, in the order in which they were found} */
    public List<Finding> getFindings() {
        return List.copyOf(findings);
    }
}
