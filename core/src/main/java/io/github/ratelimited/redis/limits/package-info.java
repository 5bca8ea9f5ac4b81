/** Limits that are set at run time for all processes. */
@NullMarked
package io.github.ratelimited.redis.limits;

import org.jspecify.annotations.NullMarked;
