package io.github.ratelimited.interceptor;

import java.util.List;

/**
 * What is known about a method. Either it has no limits, or it has findings and cannot be called, or it has limits.
 *
 * @param place the method for messages
 * @param limits the limits in the order in which they are written, all of which must have permits
 * @param variables variables of the expressions
 * @param findings mistakes in the annotations
 * @param onMethod whether the annotations stand on a method, not on a class
 */
record LimitedMethod(
        String place, List<MethodLimit> limits, Variables variables, List<Finding> findings, boolean onMethod) {

    /** Stands for every method that is not limited. */
    static final LimitedMethod NONE = new LimitedMethod("", List.of(), Variables.NONE, List.of(), false);

    boolean isLimited() {
        return this != NONE;
    }

    void requireNoFindings() {
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
    }
}
