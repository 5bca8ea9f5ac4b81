package io.github.ratelimited.interceptor.definition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds limiters with several fallbacks. */
final class FallbackCheck {

    private FallbackCheck() {}

    /** A rejection carries the name of the limiter, not which of its keys is over the limit. */
    static void requireOneEach(List<ResolvedAnnotation> annotated, List<String> names, FindingCollector problems) {
        Map<String, String> fallbacks = new HashMap<>();
        for (int i = 0; i < annotated.size(); i++) {
            String fallback = annotated.get(i).text("fallback");
            String other = fallback.isEmpty() ? null : fallbacks.putIfAbsent(names.get(i), fallback);
            if (other != null && !other.equals(fallback)) {
                problems.add(
                        "Rate limit '" + names.get(i) + "' has the two fallbacks '" + other + "' and '" + fallback
                                + "'",
                        "Give one of the two another name, or both the same fallback");
            }
        }
    }
}
