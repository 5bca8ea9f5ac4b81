/**
 * The aspect: finds annotated methods, proves them at start-up, and takes permits before each call. In the room {@code hold},
 * {@code ShadowRequest} lets calls pass that a limiter only watches, and {@code SettledCost} says what a call has cost.
 */
@NullMarked
package io.github.ratelimited.interceptor;

import org.jspecify.annotations.NullMarked;
