/** The connection to Redis through Redisson. */
@NullMarked
package io.github.ratelimited.redis.connection;

import org.jspecify.annotations.NullMarked;
