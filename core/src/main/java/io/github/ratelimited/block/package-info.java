/** Blocks as this process knows them: of whole limiters, of keys, and those that follow a rejection. */
@NullMarked
package io.github.ratelimited.block;

import org.jspecify.annotations.NullMarked;
