/** Limits in Redis, reached through Redisson and decided by Lua scripts. */
@NullMarked
package io.github.ratelimited.redis;

import org.jspecify.annotations.NullMarked;
