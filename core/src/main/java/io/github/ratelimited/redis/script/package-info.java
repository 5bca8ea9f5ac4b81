/** The Lua scripts: their text, their arguments and their replies. */
@NullMarked
package io.github.ratelimited.redis.script;

import org.jspecify.annotations.NullMarked;
