/** What a failed start says. */
@NullMarked
package io.github.ratelimited.autoconfigure.failure;

import org.jspecify.annotations.NullMarked;
