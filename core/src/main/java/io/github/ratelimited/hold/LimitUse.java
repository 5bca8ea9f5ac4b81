package io.github.ratelimited.hold;

/** One limit of one call or request, whose expressions are evaluated when they are asked for. */
public interface LimitUse {

    /** {@return name of the limiter, for messages} */
    String limiter();

    /** {@return whether it only watches, so that it neither refuses nor fails a call} */
    boolean watches();

    /** {@return whether its condition holds} */
    boolean applies();

    /** Adds what the call takes. */
    void addTo(CombinedPermits combined);
}
