package io.github.ratelimited.autoconfigure.failure;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows all mistakes in the use of rate limits at once. */
final class RateLimitConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<RateLimitConfigurationException> {

    RateLimitConfigurationFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RateLimitConfigurationException cause) {
        List<Finding> findings = cause.getFindings();
        String description = findings.stream()
                .map(finding -> "    " + finding.where() + ":\n        " + finding.what())
                .collect(Collectors.joining("\n", "Rate limits cannot work as they are written:\n\n", ""));
        String action = findings.stream()
                .map(finding -> "    " + finding.where() + ":\n        " + finding.action())
                .distinct()
                .collect(Collectors.joining("\n"));
        return new FailureAnalysis(description, action, cause);
    }
}
