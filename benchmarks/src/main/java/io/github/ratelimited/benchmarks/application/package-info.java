/** Whole applications: their start, and requests that they answer. */
@NullMarked
package io.github.ratelimited.benchmarks.application;

import org.jspecify.annotations.NullMarked;
