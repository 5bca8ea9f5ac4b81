package io.github.ratelimited.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes threads that must not block: those of Reactor that say so, and the event loops of Netty, of which Redisson's are
 * some. Checks the names of classes, so that neither library has to be present.
 */
public final class EventLoops {

    private static final String REACTOR = "reactor.core.scheduler.NonBlocking";

    /** The class itself and none below it: others, such as Vert.x, extend it for workers that may block. */
    private static final String NETTY = "io.netty.util.concurrent.FastThreadLocalThread";

    private static final ClassValue<BooleanSupplier> LOOPS = new ClassValue<>() {
        @Override
        protected BooleanSupplier computeValue(Class<?> type) {
            if (type.getName().equals(NETTY)) {
                return new NettyLoop(type);
            }
            boolean nonBlocking = isNonBlocking(type);
            return () -> nonBlocking;
        }
    };

    private EventLoops() {}

    /** {@return whether the current thread must not block} */
    public static boolean isCurrent() {
        return LOOPS.get(Thread.currentThread().getClass()).getAsBoolean();
    }

    private static boolean isNonBlocking(@Nullable Class<?> type) {
        return type != null
                && (type.getName().equals(REACTOR)
                        || isNonBlocking(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(EventLoops::isNonBlocking));
    }

    /** Netty makes threads of this kind for others as well, such as Redisson's for listeners, which may block. */
    private static final class NettyLoop implements BooleanSupplier {

        private final @Nullable MethodHandle currentExecutor;

        NettyLoop(Class<?> thread) {
            this.currentExecutor = currentExecutor(thread.getClassLoader());
        }

        private static @Nullable MethodHandle currentExecutor(@Nullable ClassLoader loader) {
            try {
                Class<?> map = Class.forName("io.netty.util.internal.ThreadExecutorMap", true, loader);
                return MethodHandles.publicLookup().unreflect(map.getMethod("currentExecutor"));
            } catch (ReflectiveOperationException | LinkageError ex) {
                return null;
            }
        }

        @Override
        public boolean getAsBoolean() {
            if (currentExecutor == null) {
                return true;
            }
            try {
                return currentExecutor.invoke() != null;
            } catch (Throwable ex) {
                return true;
            }
        }
    }
}
