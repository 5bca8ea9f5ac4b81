package io.github.ratelimited.outbound;

import io.github.ratelimited.rule.Rule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry that is ready to match requests.
 *
 * @param obey how it obeys what is answered, {@code null} when it does not
 */
record ClientLimit(UrlPattern url, Rule rule, @Nullable ObeySettings obey) {

    /** The variables of the path, or {@code null} when the entry is not for the request. */
    @Nullable
    Map<String, String> match(String method, UrlPattern.Target target) {
        return rule.isFor(method) ? url.match(target) : null;
    }
}
