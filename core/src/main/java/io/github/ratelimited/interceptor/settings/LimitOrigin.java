package io.github.ratelimited.interceptor.settings;

/** Where the limit that this process declares for a name comes from. */
public enum LimitOrigin {

    /** From {@code ratelimited.limiters.<name>}. */
    CONFIGURATION,

    /** From the annotation. */
    ANNOTATION,

    /** From {@code ratelimited.defaults}. */
    DEFAULT
}
