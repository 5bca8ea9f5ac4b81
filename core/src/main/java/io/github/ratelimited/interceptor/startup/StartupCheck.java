package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.interceptor.definition.Finding;
import java.util.List;
import java.util.Map;

/** A check of limiters that are not used by methods. Its findings fail the startup together with those about methods. */
public interface StartupCheck {

    /**
     * What is wrong.
     *
     * @return empty when all is well
     */
    List<Finding> findings();

    /**
     * The limiters that are used, each of which needs a limit. Asked for after {@link #findings()}.
     *
     * @return place of use by name of the limiter, such as a property; empty unless said
     */
    default Map<String, String> limiters() {
        return Map.of();
    }
}
