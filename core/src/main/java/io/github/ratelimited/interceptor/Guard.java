package io.github.ratelimited.interceptor;

import org.jspecify.annotations.Nullable;

/** Stands around the calls of methods of one style. */
@FunctionalInterface
interface Guard {

    /** Takes the permits of the call, and what the call then gives is the result. */
    @Nullable
    Object invoke(LimitedCall call) throws Throwable;
}
