package io.github.ratelimited.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that users plug in, such as an observer, a listener or a registry, and the one place that decides what it costs
 * when it throws: nothing but a warning, once for each. The call goes on as if nothing had been plugged in. Safe for use by
 * many threads.
 *
 * @param <T> what it is
 */
public final class Collaborator<T> {

    private static final Logger log = LoggerFactory.getLogger(Collaborator.class);

    private final T target;
    private final AtomicBoolean warned;

    /** Plugs it in. */
    public Collaborator(T target) {
        this(target, new AtomicBoolean());
    }

    private Collaborator(T target, AtomicBoolean warned) {
        this.target = target;
        this.warned = warned;
    }

    /** Calls it. */
    public void call(Consumer<? super T> use) {
        try {
            use.accept(target);
        } catch (Throwable ex) {
            warn(ex);
        }
    }

    /**
     * Asks it something.
     *
     * @param otherwise the answer when it throws
     */
    public <R extends @Nullable Object> R ask(Function<? super T, R> question, R otherwise) {
        try {
            return question.apply(target);
        } catch (Throwable ex) {
            warn(ex);
            return otherwise;
        }
    }

    /** {@return another that counts as this one, because it comes from there} */
    public <P> Collaborator<P> with(P part) {
        return new Collaborator<>(part, warned);
    }

    /** Where the stack or the memory has ended, a warning may fail as well. */
    private void warn(Throwable thrown) {
        try {
            if (warned.compareAndSet(false, true)) {
                log.warn(
                        "{} threw an exception. No decision changes, and further exceptions of it are not logged.",
                        target.getClass().getName(),
                        thrown);
            }
        } catch (Throwable ex) {
            // Nothing is left to report it to.
        }
    }
}
