/**
 * Limits in Redis, reached through Redisson and decided by Lua scripts. {@code SplitAcquisition} takes the limits of several slots of
 * a cluster one after another.
 */
@NullMarked
package io.github.ratelimited.redis;

import org.jspecify.annotations.NullMarked;
