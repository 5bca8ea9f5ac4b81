package io.github.ratelimited.internal;

/**
 * An answer with permits that can go back also once its caller has them, because the call that they are for never begins. Safe
 * for use by many threads.
 */
@FunctionalInterface
public interface Returnable {

    /** Gives back what the caller was granted; only the first call does something. */
    void takeBack();
}
