package io.github.ratelimited.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the current thread may still do: whether it may block, and whether it has the stack for several steps that belong together.
 * Threads that must not block are those of Reactor that say so, and the event loops of Netty, of which Redisson's are some. They are
 * recognized by the names of their classes, so that neither library has to be present.
 */
public final class CurrentThread {

    private static final String REACTOR = "reactor.core.scheduler.NonBlocking";

    /** The class itself and none below it: others, such as Vert.x, extend it for workers that may block. */
    private static final String NETTY = "io.netty.util.concurrent.FastThreadLocalThread";

    /** Together 16 to 40 KB of the stack, more than it takes from here to the connection. */
    private static final int FRAMES = 256;

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

    private CurrentThread() {}

    /** {@return whether the current thread must not block} */
    public static boolean isEventLoop() {
        return LOOPS.get(Thread.currentThread().getClass()).getAsBoolean();
    }

    /**
     * Throws a {@link StackOverflowError} where the stack is about to end, before what follows has changed anything: it would end
     * between two steps there, and nobody would ever do the others. Takes 2 us, and more until the processor
     * has its memory at hand again.
     */
    public static void requireStack() {
        descend(FRAMES, 1, 2, 3, 4);
    }

    /** What is needed after the call makes each frame larger. */
    private static long descend(int frames, long a, long b, long c, long d) {
        return frames == 0 ? 0 : descend(frames - 1, b, c, d, a) + a + b + c + d;
    }

    private static boolean isNonBlocking(@Nullable Class<?> type) {
        return type != null
                && (type.getName().equals(REACTOR)
                        || isNonBlocking(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(CurrentThread::isNonBlocking));
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
