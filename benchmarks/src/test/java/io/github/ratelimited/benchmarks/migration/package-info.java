/** Code before and after a move from another library, as docs/migrating.md shows it. */
@NullMarked
package io.github.ratelimited.benchmarks.migration;

import org.jspecify.annotations.NullMarked;
