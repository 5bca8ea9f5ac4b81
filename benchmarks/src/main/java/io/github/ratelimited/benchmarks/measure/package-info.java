/** How calls are measured by turns, and what comes out of it. */
@NullMarked
package io.github.ratelimited.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
