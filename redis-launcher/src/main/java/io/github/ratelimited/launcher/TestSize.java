package io.github.ratelimited.launcher;

/**
 * How much a test tries: what each build has the time for, or all of it with {@code -Dtests.full}, as before a release.
 * Thread-safe.
 */
public final class TestSize {

    private static final boolean FULL = Boolean.getBoolean("tests.full");

    private TestSize() {}

    /**
     * {@return one of two sizes}
     *
     * @param usual without the property
     * @param full with the property {@code tests.full}
     */
    public static int of(int usual, int full) {
        return FULL ? full : usual;
    }
}
