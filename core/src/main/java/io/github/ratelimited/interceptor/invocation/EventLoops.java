package io.github.ratelimited.interceptor.invocation;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells threads that must not block. Goes by the names of classes, so that neither Reactor nor Netty need be there.
 */
public final class EventLoops extends ClassValue<Boolean> {

    private static final String REACTOR = "reactor.core.scheduler.NonBlocking";

    /** The class itself and none below it: others, such as Vert.x, extend it for workers that may block. */
    private static final String NETTY = "io.netty.util.concurrent.FastThreadLocalThread";

    public boolean contains(Thread thread) {
        return get(thread.getClass());
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
        return type.getName().equals(NETTY) || isNonBlocking(type);
    }

    private static boolean isNonBlocking(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        return type.getName().equals(REACTOR)
                || isNonBlocking(type.getSuperclass())
                || Set.of(type.getInterfaces()).stream().anyMatch(EventLoops::isNonBlocking);
    }
}
