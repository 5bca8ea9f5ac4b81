package io.github.ratelimited.interceptor.settings;

/** What a limiter does about the calls of annotated methods. */
public enum LimiterMode {

    /** Decides, and rejects what is over the limit. The default. */
    ENFORCE,

    /** Decides without waiting and notifies the listeners, but lets every call through, also when it cannot decide. */
    SHADOW,

    /** Does nothing. */
    OFF
}
