/** Limits for the filter {@code RequestRateLimiter} of Spring Cloud Gateway. */
@NullMarked
package io.github.ratelimited.autoconfigure.gateway;

import org.jspecify.annotations.NullMarked;
