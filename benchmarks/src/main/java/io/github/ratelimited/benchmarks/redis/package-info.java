/** What a Redis serves, this library beside others on one server. */
@NullMarked
package io.github.ratelimited.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
