package io.github.ratelimited.interceptor;

import org.jspecify.annotations.Nullable;

/** What expressions know of the surroundings of a call by the names of {@link ThreadSurroundings}. */
@FunctionalInterface
interface Surroundings {

    /** The value of a name, {@code null} where there is none. */
    @Nullable
    Object find(String name);
}
