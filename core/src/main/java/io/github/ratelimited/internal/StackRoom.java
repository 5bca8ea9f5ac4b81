package io.github.ratelimited.internal;

/**
 * Fails where the stack of a thread is about to end, before what follows has changed anything. Several steps that belong
 * together would end between two of them there, and nobody would ever do the others.
 */
public final class StackRoom {

    /** Together 16 to 40 KB, more than it takes from here to the connection. */
    private static final int FRAMES = 256;

    private StackRoom() {}

    /** Throws a {@link StackOverflowError} where little of the stack is left. Takes about a microsecond. */
    public static void require() {
        descend(FRAMES, 1, 2, 3, 4);
    }

    /** What is needed after the call makes each frame larger. */
    private static long descend(int frames, long a, long b, long c, long d) {
        return frames == 0 ? 0 : descend(frames - 1, b, c, d, a) + a + b + c + d;
    }
}
