package io.github.ratelimited.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
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

    /**
     * Whether threads of a class are event loops, or what tells of the current one. The values are of the JDK, because a class
     * keeps them that lives longer than the application: one of ours would keep the whole application.
     */
    private static final ClassValue<Object> LOOPS = new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
            return type.getName().equals(NETTY) ? currentExecutor(type.getClassLoader()) : isNonBlocking(type);
        }
    };

    private CurrentThread() {}

    /** {@return whether the current thread must not block} */
    public static boolean isEventLoop() {
        Object loop = LOOPS.get(Thread.currentThread().getClass());
        return loop instanceof MethodHandle currentExecutor ? isThere(currentExecutor) : (boolean) loop;
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
    private static Object currentExecutor(@Nullable ClassLoader loader) {
        try {
            Class<?> map = Class.forName("io.netty.util.internal.ThreadExecutorMap", true, loader);
            return MethodHandles.publicLookup().unreflect(map.getMethod("currentExecutor"));
        } catch (ReflectiveOperationException | LinkageError ex) {
            return true;
        }
    }

    private static boolean isThere(MethodHandle currentExecutor) {
        try {
            return currentExecutor.invoke() != null;
        } catch (Throwable ex) {
            return true;
        }
    }
}
