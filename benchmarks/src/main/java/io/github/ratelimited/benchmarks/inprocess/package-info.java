/** What needs no Redis, measured by JMH. */
@NullMarked
package io.github.ratelimited.benchmarks.inprocess;

import org.jspecify.annotations.NullMarked;
