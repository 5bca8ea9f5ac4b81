/** Meters and observations of limiters, by Micrometer. */
@NullMarked
package io.github.ratelimited.metrics;

import org.jspecify.annotations.NullMarked;
