/** The connection of an application to Redis. */
@NullMarked
package io.github.ratelimited.autoconfigure.redis;

import org.jspecify.annotations.NullMarked;
