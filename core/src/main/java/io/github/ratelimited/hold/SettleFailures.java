package io.github.ratelimited.hold;

import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.internal.Collaborator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls whose cost could not be evaluated: each expression is logged once, and all failures are counted. Safe for use by many
 * threads.
 */
public final class SettleFailures {

    private static final Logger log = LoggerFactory.getLogger(SettleFailures.class);

    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    private final Collaborator<Consumer<String>> counter;

    /**
     * Starts without any.
     *
     * @param counter receives the name of the limiter at each failure
     */
    public SettleFailures(Consumer<String> counter) {
        this.counter = new Collaborator<>(counter);
    }

    void report(String limiter, LimitExpression settle, Throwable failure) {
        counter.call(each -> each.accept(limiter));
        if (logged.add(settle.described(""))) {
            log.warn(
                    "A call of rate limit '{}' keeps what it took, because its cost cannot be evaluated; further failures of"
                            + " this expression are only counted",
                    limiter,
                    failure);
        }
    }
}
