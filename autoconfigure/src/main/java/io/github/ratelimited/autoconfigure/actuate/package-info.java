/** The actuator endpoint and health of rate limits. */
@NullMarked
package io.github.ratelimited.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
