package io.github.ratelimited.autoconfigure;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Closes limiters and their connection. The container knows of no dependency of a limited bean, a client or a task on
 * limiters. It ends beans in the reverse of the order in which they were made, and this one is made first.
 */
public final class LimitersShutdown implements DisposableBean {

    /** Name of the bean. */
    public static final String BEAN = "rateLimitedShutdown";

    private static final Logger log = LoggerFactory.getLogger(LimitersShutdown.class);

    private final Deque<AutoCloseable> open = new ConcurrentLinkedDeque<>();

    /** Starts with nothing to close. */
    public LimitersShutdown() {}

    /** Lets limiters end before beans that they use, which may have been made later. */
    public static void before(Stream<String> used, ConfigurableListableBeanFactory beans) {
        used.forEach(name -> beans.registerDependentBean(name, BEAN));
    }

    /**
     * Takes something along.
     *
     * @param <T> what it is
     * @param one is closed before all that was given earlier
     * @return the same
     */
    public <T extends AutoCloseable> T closes(T one) {
        open.push(one);
        return one;
    }

    @Override
    public void destroy() {
        for (AutoCloseable one = open.poll(); one != null; one = open.poll()) {
            try {
                one.close();
            } catch (Exception ex) {
                log.warn("{} could not be closed", one, ex);
            }
        }
    }
}
