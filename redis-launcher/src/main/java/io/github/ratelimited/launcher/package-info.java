/** Starts a real Redis, as a process or in Docker, for tests, benchmarks and the demo. */
@NullMarked
package io.github.ratelimited.launcher;

import org.jspecify.annotations.NullMarked;
