package io.github.ratelimited.interceptor.invocation;

import io.github.ratelimited.DecisionListener;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/** The listener that a subscriber brings along in the Reactor context. Needs reactor-core on the class path. */
public final class ReactorListener {

    private ReactorListener() {}

    /** {@return the listener in the context, or {@code null}} */
    public static @Nullable DecisionListener in(ContextView context) {
        return context.getOrDefault(DecisionListener.class, null);
    }
}
