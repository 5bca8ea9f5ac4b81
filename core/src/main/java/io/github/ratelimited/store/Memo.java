package io.github.ratelimited.store;

import org.jspecify.annotations.Nullable;

/**
 * What a store has noted about one limiter and key, so that it need not look for it when it is asked again. Whoever asks
 * keeps it and shows it each time. Safe for use by many threads.
 */
public final class Memo {

    /** Immutable, so what a thread finds here is whole, and a note that is out of date is noticed by the store. */
    LimitStates.@Nullable Found found;

    /** Starts empty. */
    public Memo() {}
}
