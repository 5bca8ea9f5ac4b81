/** Measures this library beside others, in one run and on one Redis. */
@NullMarked
package io.github.ratelimited.benchmarks;

import org.jspecify.annotations.NullMarked;
