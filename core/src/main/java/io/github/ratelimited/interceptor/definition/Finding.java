package io.github.ratelimited.interceptor.definition;

import java.io.Serializable;

/**
 * A mistake in the use of rate limits that was found at start-up.
 *
 * @param what what is wrong, with the value
 * @param where the method, bean or property
 * @param action what to do about it
 */
public record Finding(String what, String where, String action) implements Serializable {

    /** {@return the finding in one line} */
    @Override
    public String toString() {
        return where + ": " + what + ". " + action + ".";
    }
}
