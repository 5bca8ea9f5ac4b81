package io.github.ratelimited;

/** Who shares the permits of a limit. */
public enum RateType {

    /** All instances of the application share the permits. */
    OVERALL,

    /** Each instance of the application has the full rate of its own, decided within the process. */
    PER_CLIENT
}
