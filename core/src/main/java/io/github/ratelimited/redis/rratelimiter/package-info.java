/** Limits that Redisson's own limiter counts. */
@NullMarked
package io.github.ratelimited.redis.rratelimiter;

import org.jspecify.annotations.NullMarked;
