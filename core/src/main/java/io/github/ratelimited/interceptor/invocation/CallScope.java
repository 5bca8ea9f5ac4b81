package io.github.ratelimited.interceptor.invocation;

import org.jspecify.annotations.Nullable;

/** What expressions know of the scope of a call by the names of {@link ThreadScope}. */
@FunctionalInterface
public interface CallScope {

    /** The value of a name, {@code null} where there is none. */
    @Nullable
    Object find(String name);
}
