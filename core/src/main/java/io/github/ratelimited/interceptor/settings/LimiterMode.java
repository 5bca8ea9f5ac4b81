package io.github.ratelimited.interceptor.settings;

/** What a limiter does about calls of methods and requests that it limits; not about code that asks it itself. */
public enum LimiterMode {

    /** Decides, and rejects what is over the limit. The default. */
    ENFORCE,

    /** Decides without waiting and notifies the listeners, but lets every call through, also when it cannot decide. */
    SHADOW,

    /** Does nothing. */
    OFF
}
