/** What is written about a run: a file, a page and its pictures. */
@NullMarked
package io.github.ratelimited.benchmarks.report;

import org.jspecify.annotations.NullMarked;
